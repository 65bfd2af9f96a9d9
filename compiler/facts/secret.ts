// Secret references in files: `${env:NAME}`, `${file:/run/secrets/name}`, `${secret:slug}`. The compiler validates their
// syntax and never reads the secrets.

export interface ReferenceParts {
  readonly source: 'env' | 'file' | 'secret'
  readonly name: string
}

const REFERENCE = /^\$\{(env|file|secret):([^{}]+)\}$/
const NAME_PATTERNS = {
  env: /^[A-Za-z_][A-Za-z0-9_]*$/,
  file: /^\/[^\0]*$/,
  secret: /^[A-Za-z0-9][A-Za-z0-9_-]{0,254}$/,
} as const

/** Parses a reference; undefined for a literal or a malformed reference. */
export function parseSecretReference(text: string): ReferenceParts | undefined {
  const match = REFERENCE.exec(text)
  const source = match?.[1] as ReferenceParts['source'] | undefined
  const name = match?.[2]
  if (source === undefined || name === undefined || !NAME_PATTERNS[source].test(name)) return undefined
  return { source, name }
}

/** True for a string that looks like a reference, well-formed or not. */
export const looksLikeReference = (text: string): boolean => text.includes('${')

/** True for what `${secret:...}` can name. */
export const isSecretSlug = (slug: string): boolean => NAME_PATTERNS.secret.test(slug)
