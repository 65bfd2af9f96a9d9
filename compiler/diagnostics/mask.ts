// Replaces likely credentials in text that will be displayed, preserving its length so that columns stay correct. This is
// the last line of defense, for sources that could not be parsed: known values are masked exactly by the validation phase.
import { type IsNoValue, maskNamedValues } from './mask-named-values.ts'
import { KEY_FORMS } from './secret-names.ts'

/**
 * Patterns of well-known keys and tokens. Every repetition is bounded, or its first character cannot recur within it, so
 * that hostile text does not cause quadratic time.
 */
const CREDENTIAL_PATTERNS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|pplx|ptl_|r8|hf|ghp|gho|ghs|glpat|AIza|AKIA|ASIA)[-_]?[A-Za-z0-9_-]{12,}/g,
  ...KEY_FORMS,
  /(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bBearer\s{1,64})(?!\$\{)[A-Za-z0-9._~+/=-]{8,}/g,
  /(?<=\bBasic\s{1,64})[A-Za-z0-9+/=]{8,}/g,
  /(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]+/g,
  /(?<=:\/\/)(?![\w.-]{0,64}:\$\{(?:env|file):[^{}\s]{1,128}\}@)[^\s/@"'?#]{1,256}(?=@)/g,
]

/** Matches wherever one of the patterns does. A named value needs a separator. */
const ANY_CREDENTIAL = new RegExp(['[:=]', ...CREDENTIAL_PATTERNS.map(({ source }) => source)].join('|'))

/** The text as asterisks; line breaks are preserved, and so are lines and columns. */
export const asterisks = (text: string): string => text.replace(/[^\r\n]/g, '*')

/** Control characters and bidirectional marks, which could spoof terminal output. */
const UNPRINTABLE = /(?![\r\n])[\p{Cc}\p{Bidi_Control}]/gu

/** The text, which is masked already, safe for a terminal. */
export const withoutControls = (text: string): string => text.replace(UNPRINTABLE, ' ')

/** The masked text, safe for a terminal; line breaks and the length are preserved. */
export const printable = (text: string): string => withoutControls(mask(text))

/** The text with every likely secret as asterisks of the same length. References such as `${env:NAME}` are preserved. */
export function mask(text: string, isNoValue?: IsNoValue): string {
  // Most tags of requests hold nothing: one search finds that out.
  if (!ANY_CREDENTIAL.test(text)) return text
  return maskNamedValues(
    CREDENTIAL_PATTERNS.reduce((masked, pattern) => masked.replace(pattern, asterisks), text),
    isNoValue,
  )
}
