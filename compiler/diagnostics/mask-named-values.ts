// Masks the values of properties with secret names (`api_key: ...`), in JSON, YAML and TypeScript and also in malformed
// text. One pass over the text; in doubt it masks.
import { isSecretName } from './secret-names.ts'

/** The source of a reference is no name. */
const NAME = /(?<!\$\{[a-z]{0,6})(["']?)([A-Za-z][\w-]{0,80})\1[ \t]*[:=](?![:=])[ \t]*/g
/** The hash of an API key. Other values under this name may be the key itself. */
const HASH_NAME = 'hash'
const HASH = /^(["'`]?)sha256:[0-9a-fA-F]{1,64}\1(?=[\s,;}\])]|$)/
const REFERENCE = /^(["'`]?)\$\{(?:env|file|secret):[^{}\r\n]*\}\1(?=[\s,;}\])]|$)/

const LOOK_BACK = 2000

const toStars = (text: string): string => text.replace(/\S/g, '*')

/** A property name inside an object, or any other character. */
const NAME_OR_CHARACTER = /([{,\n][ \t]{0,99}["']?[a-z_]{1,40}["']?[ \t]{0,9}:)|\S/g

/** The value as asterisks; property names inside an object are preserved, since a diagnostic may be about one of them. */
function maskValue(value: string): string {
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

/** The end of an unquoted value: a comma or bracket inside flow brackets, otherwise the last line with deeper indentation. */
function endOfPlain(text: string, name: number, start: number): number {
  const before = text.slice(Math.max(0, name - LOOK_BACK), name)
  const lineStart = name - before.length + Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const end = lineEnd(text, start)
  if (text.slice(lineStart, name).includes('{')) return Math.min(end, indexOfMatch(text, /[,}\]]/g, start))
  const indent = indexOfMatch(text, /[^ \t]/g, lineStart) - lineStart
  let last = end
  for (let next = end; next < text.length; ) {
    const from = next + (text.startsWith('\r\n', next) ? 2 : 1)
    const first = indexOfMatch(text, /[^ \t]/g, from)
    const to = lineEnd(text, from)
    const blank = first >= to
    if (!blank && first - from <= indent) break
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

/** Whether what follows a name is no value of it: the text with the offsets of the name and of what follows. */
export type IsNoValue = (text: string, name: number, start: number) => boolean

/** The text with the values of secret properties as asterisks; secret references are preserved. */
export function maskNamedValues(text: string, isNoValue: IsNoValue = () => false): string {
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
    if (reference !== null) continue
    output += text.slice(copiedUntil, start) + maskValue(text.slice(start, maskedUntil))
    copiedUntil = maskedUntil
  }
  return output + text.slice(copiedUntil)
}
