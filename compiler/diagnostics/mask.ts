// Replaces what looks like a credential in a text that will be shown, keeping its length so that columns stay true.
// This is the last net, for texts that could not be read: where values are known, check/conceal.ts masks them exactly.
import { maskBesideNames } from './mask-beside-names.ts'

/**
 * Shapes of well-known keys and tokens. Every repetition behind a starting point is bounded, or its start cannot recur
 * within it: a hostile text may not cost the square of its length.
 */
const SHAPES: readonly RegExp[] = [
  /\b(?:sk|pk|rk|gsk|xai|pplx|r8|hf|ghp|gho|ghs|glpat|AIza|AKIA|ASIA)[-_]?[A-Za-z0-9_-]{12,}/g,
  /(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
  /(?<=\bBearer\s{1,64})(?!\$\{)[A-Za-z0-9._~+/=-]{8,}/g,
  /(?<=\bBasic\s{1,64})[A-Za-z0-9+/=]{8,}/g,
  /(?<=-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^-]+/g,
  /(?<=:\/\/)(?![\w.-]{0,64}:\$\{(?:env|file):[^{}\s]{1,128}\}@)[^\s/@"'?#]{1,256}(?=@)/g,
]

/** The same text as asterisks; line breaks stay, so that lines and columns do. */
export const asterisks = (text: string): string => text.replace(/[^\r\n]/g, '*')

/** What would move the cursor of a terminal or the eye of a reader: controls and marks of direction. */
const UNPRINTABLE = /(?![\r\n])[\p{Cc}\p{Bidi_Control}]/gu

/** The masked text as it may be shown in a terminal; line breaks stay, and so does the length. */
export const printable = (text: string): string => mask(text).replace(UNPRINTABLE, ' ')

/** The text with every likely secret written as asterisks of the same length. References such as `${env:NAME}` stay. */
export function mask(text: string): string {
  return maskBesideNames(SHAPES.reduce((masked, shape) => masked.replace(shape, asterisks), text))
}
