// Replaces what looks like a credential in a text that will be shown, keeping its length so that columns stay true.

/** Shapes of well-known keys and tokens, and values written beside a key that names a secret. */
const SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|pplx|r8|hf|ghp|gho|glpat|AIza|AKIA|ASIA)[-_]?[A-Za-z0-9_-]{12,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bBearer\s+)[A-Za-z0-9._~+/=-]{8,}/g,
  /(?<=-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]+/g,
  /(?<=(?:api_?key|secret(?:_access_key)?|token|password|private_key)["']?\s*[:=]\s*["']?)(?!\$\{)[^\s"',}]{6,}/gi,
]

/** The text with every likely secret written as asterisks of the same length. References such as `${env:NAME}` stay. */
export function mask(text: string): string {
  return SHAPES.reduce(
    (masked, shape) => masked.replace(shape, secret => secret.replace(/[^\r\n]/g, '*')),
    text,
  )
}
