// Replaces likely credentials in text that will be displayed, preserving its length so that columns stay correct. This is
// the last line of defense, for sources that could not be parsed: known values are masked exactly by the validation phase.
import { isSecretName, KEY_FORMS } from './secret-names.ts'

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

/** Controls, line breaks and separators, and bidirectional marks: characters that could forge a line or reorder what a terminal shows. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** The text, which is masked already, on one line and safe for a terminal; the length is preserved. */
export const withoutControls = (text: string): string => text.replace(UNPRINTABLE, ' ')

/** The masked text on one line, safe for a terminal; the length is preserved. */
export const printable = (text: string): string => withoutControls(mask(text))

/** The masked text, safe for a terminal, as its lines, which end as those of editors do. */
export const printableLines = (text: string): readonly string[] =>
  mask(text).split(LINE_BREAK).map(withoutControls)

const LINE_BREAK = /\r\n|\r|\n/

/** Foreign JSON with each string on one line and safe for a terminal: a caller's text forges no line, whichever field it is in. */
export function withoutControlsDeep<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutControls(value) as Value
  if (Array.isArray(value)) return value.map(withoutControlsDeep) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [withoutControls(name), withoutControlsDeep(each)]),
  ) as Value
}

/** The text with every likely secret as asterisks of the same length. References such as `${env:NAME}` are preserved. */
export function mask(text: string, isNoValue?: IsNoValue): string {
  // Most tags of requests hold nothing: one search finds that out.
  if (!ANY_CREDENTIAL.test(text)) return text
  return maskNamedValues(
    CREDENTIAL_PATTERNS.reduce((masked, pattern) => masked.replace(pattern, asterisks), text),
    isNoValue,
  )
}

// The values of properties with secret names (`api_key: ...`), in JSON, YAML and TypeScript and also in malformed text. One pass over the
// text; in doubt it masks.

/** A name before a colon or an equals sign. The source of a reference is not a name. */
const NAME = /(?<!\$\{[a-z]{0,6})(["']?)([A-Za-z][\w-]{0,80})\1[ \t]*[:=](?![:=])[ \t]*/g
/** The hash of an API key. Other values under this name may be the key itself. */
const HASH_NAME = 'hash'
const HASH = /^(["'`]?)sha256:[0-9a-fA-F]{1,64}\1(?=[\s,;}\])]|$)/
const REFERENCE = /^(["'`]?)\$\{(?:env|file|secret):[^{}\r\n]*\}\1(?=[\s,;}\])]|$)/

/** The property of a flow's rule, which names secrets: as they are referenced, or all those of a provider by its slug. */
const NAMING = 'secrets'
const SLUG = String.raw`@(?![0-9a-fA-F]{24})[\w.-]{1,128}`
const REFERENCED = String.raw`\$\{(?:env|file|secret):[^{}\s]{1,256}\}`

/** A list of references, of slugs too where it names secrets, in brackets or a line each, with comments. */
function listOf(item: string): RegExp {
  const quoted = String.raw`(?:"(?:${item})"|'(?:${item})'|\x60(?:${item})\x60|(?:${item}))`
  const comment = String.raw`[ \t]*(?:#[^\r\n]*)?`
  return new RegExp(
    String.raw`^(?:\[\s*(?:${quoted}\s*(?:,\s*|(?=\])))*\]|${comment}(?:[\r\n]+[ \t]*- +${quoted}${comment})+\s*)$`,
  )
}
const REFERENCE_LIST = listOf(REFERENCED)
const NAMED_SECRETS = listOf(`${SLUG}|${REFERENCED}`)

const LOOK_BACK = 2000

const toStars = (text: string): string => text.replace(/\S/g, '*')

/** A property name inside an object, with its value where that is not a string, or any other character. */
const NAME_OR_CHARACTER =
  /([{,\n][ \t]{0,99}["']?[a-z_]{1,40}["']?[ \t]{0,9}:(?:[ \t]{0,9}(?:true|false|null)(?=\s{0,9}[,}\r\n]))?)|\S/g

/** The value as asterisks; property names inside an object are preserved, since a diagnostic may be about one of them. */
function maskValue(value: string): string {
  // What is empty holds no secret.
  if (/^(?:\{\s{0,99}\}|\[\s{0,99}\])$/.test(value)) return value
  if (!/^[{[\r\n]/.test(value)) return toStars(value)
  return value.replace(NAME_OR_CHARACTER, (_all, name?: string) => name ?? '*')
}

/** The end of a quoted string: after the closing quote, or the end of the text. YAML escapes a single quote by doubling it. */
function endOfQuoted(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\' || (quote === "'" && text[at] === quote && text[at + 1] === quote)) at += 1
    else if (text[at] === quote) return at + 1
  }
  return text.length
}

/** The end of a bracketed value: after the closing bracket. */
function endOfBracketed(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') at = endOfQuoted(text, at) - 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

/** The index of the first match of a global pattern at or after an offset, or the length of the text. */
function indexOfMatch(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

const lineEnd = (text: string, from: number): number => indexOfMatch(text, /[\r\n]/g, from)

/** A property on a line of its own. */
const SIBLING = /^["']?[A-Za-z][\w-]{0,80}["']?[ \t]*:(?:\s|$)/

/** The end of an unquoted value: a comma or bracket inside flow brackets, otherwise the last line with deeper indentation. */
function endOfPlain(text: string, name: number, start: number): number {
  const before = text.slice(Math.max(0, name - LOOK_BACK), name)
  const lineStart = name - before.length + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const end = lineEnd(text, start)
  if (text.slice(lineStart, name).includes('{')) return Math.min(end, indexOfMatch(text, /[,}\]]/g, start))
  const indent = indexOfMatch(text, /[^ \t]/g, lineStart) - lineStart
  // A name that begins an item of a list has its siblings below it.
  const column = /^[ \t]*(?:- +)+$/.test(text.slice(lineStart, name)) ? name - lineStart : indent
  // The items of a list may be indented as its name is.
  const isOwnLine = lineStart + indent === name && text.slice(start, end).trim() === ''
  let last = end
  for (let next = end; next < text.length; ) {
    const from = next + (text.startsWith('\r\n', next) ? 2 : 1)
    const first = indexOfMatch(text, /[^ \t]/g, from)
    const to = lineEnd(text, from)
    const blank = first >= to
    const isItem = isOwnLine && first - from === indent && text.startsWith('- ', first)
    const isSibling = !blank && first - from === column && SIBLING.test(text.slice(first, first + 100))
    if ((!blank && first - from <= indent && !isItem) || isSibling) break
    next = to
    if (!blank) last = to
  }
  return last
}

function endOfValue(text: string, name: number, start: number): number {
  const first = text[start] ?? ''
  if (first === '"' || first === "'" || first === '`') return endOfQuoted(text, start)
  if (first === '{' || first === '[') return endOfBracketed(text, start)
  return endOfPlain(text, name, start)
}

/** Whether what follows a name is not its value: the text with the offsets of the name and of what follows. */
type IsNoValue = (text: string, name: number, start: number) => boolean

/** The text with the values of secret properties as asterisks; secret references are preserved. */
function maskNamedValues(text: string, isNoValue: IsNoValue = () => false): string {
  let output = ''
  let copiedUntil = 0
  let maskedUntil = 0
  for (const match of text.matchAll(NAME)) {
    const start = match.index + match[0].length
    const name = match[2] ?? ''
    if (match.index < maskedUntil || !(name === HASH_NAME || isSecretName(name))) continue
    if (isNoValue(text, match.index, start)) continue
    const shown = name === HASH_NAME ? HASH : REFERENCE
    const reference = shown.exec(text.slice(start, start + 300))
    maskedUntil = reference === null ? endOfValue(text, match.index, start) : start + reference[0].length
    const value = text.slice(start, maskedUntil)
    if (reference !== null || (name === NAMING ? NAMED_SECRETS : REFERENCE_LIST).test(value)) continue
    output += text.slice(copiedUntil, start) + maskValue(value)
    copiedUntil = maskedUntil
  }
  return output + text.slice(copiedUntil)
}

// Sentences of failures, of which records have many: a colon there is more often punctuation than the end of a property's name. They may
// still quote a caller, a provider or a check, so whatever else follows a name of a secret is masked as in sources.

/** Words that continue a sentence, and that no password begins with. A single word may be a password. */
const PROSE =
  /^(?:an?|the|th(?:is|at|ese|ose|ere)|its?|they|no|not|only|all|one|each|either|is|are|was|were|has|have|does|do|can(?:not)?|must|may|should|in|on|at|of|for|from|to|with|by|as|if|when|where|since|because|but|and|or|set|send|use|name|write|add)[ \t]+\S/i

/** What the gateway writes where a caller puts its key. */
const PLACEHOLDER = /^Bearer KEY\b/

/** The number before a noun, and the kinds of what was counted: `1 secret: PASSWORD`. */
const COUNT = /\b\d{1,9} $/
const KINDS = /^[A-Z][A-Z_]{2,63}(?=[ ,.;)]|$)/

/** The check that denied comes first, by the name that its author chose; its reason follows. */
const DENIAL = /denied the (?:request|reply)\. (?:[\w-]{1,64}\.)?$/

function isProse(text: string, name: number, start: number): boolean {
  const rest = text.slice(start, start + 100)
  if (text.slice(start - 2, start) === ': ' && (PROSE.test(rest) || PLACEHOLDER.test(rest))) return true
  const before = text.slice(Math.max(0, name - 100), name)
  return DENIAL.test(before) || (COUNT.test(before) && KINDS.test(rest))
}

/** A sentence, safe for a terminal: likely secrets are asterisks, and the words around them stay readable. */
export const printableSentence = (text: string): string => withoutControls(mask(text, isProse))
