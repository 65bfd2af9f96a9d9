// Template text → tags. Knows delimiters and lines, not what tags mean: a tag other than a variable that has a line of its own
// takes the line with it, as the Mustache specification requires.
import type { TemplateError } from './template.ts'

/** What follows the opening delimiter; a variable has none. */
export type Sigil = '' | '#' | '^' | '/' | '>' | '!' | '='

export interface ScannedTag {
  readonly sigil: Sigil
  /** The text of the tag, trimmed. */
  readonly content: string
  readonly start: number
  readonly end: number
  /** The text from the tag before this one, without the white space of a line that the tag has to itself. */
  readonly before: string
  /** The white space that was left out before the tag. */
  readonly indent: string
}

export interface ScannedTemplate {
  readonly tags: readonly ScannedTag[]
  /** The text after the last tag. */
  readonly rest: string
  readonly errors: readonly TemplateError[]
}

const SIGILS: ReadonlySet<string> = new Set<Sigil>(['#', '^', '/', '>', '!', '='])
const isSigil = (text: string): text is Sigil => SIGILS.has(text)

/** Tags of one text. */
export const MAX_TAGS = 10_000

const BLANK_BEFORE = /^[ \t]*$/
const BLANK_AFTER = /[ \t]*(?:\r?\n|$)/y

export function scanTags(text: string): ScannedTemplate {
  const tags: ScannedTag[] = []
  const errors: TemplateError[] = []
  let [open, close] = ['{{', '}}']
  let at = 0
  let line = 0
  let scanned = 0
  while (tags.length <= MAX_TAGS) {
    const start = text.indexOf(open, at)
    if (start < 0) break
    // Only what is new is searched, since a line may have all tags.
    const newline = text.slice(scanned, start).lastIndexOf('\n')
    if (newline >= 0) line = scanned + newline + 1
    scanned = start
    const tag = tagAt(text, start, open, close)
    if (tag === undefined) {
      errors.push({
        message: `The tag is not closed: ${JSON.stringify(close)} is missing.`,
        start,
        end: Math.min(text.length, lineEnd(text, start)),
      })
      return { tags, rest: '', errors }
    }
    const { sigil, content, end } = tag
    const own = sigil === '' ? undefined : ownLine(text, line, start, end)
    const from = own === undefined ? start : Math.max(at, own.start)
    tags.push({
      sigil,
      content,
      start,
      end,
      before: text.slice(at, from),
      indent: text.slice(from, start),
    })
    at = own?.end ?? end
    if (sigil !== '=') continue
    const delimiters = /^([^\s=]+)\s+([^\s=]+)$/.exec(content)
    if (delimiters === null) errors.push({ message: 'Delimiters are written like {{=<% %>=}}.', start, end })
    else [open, close] = [delimiters[1] ?? open, delimiters[2] ?? close]
  }
  return { tags, rest: text.slice(at), errors }
}

interface TagText {
  readonly sigil: Sigil
  readonly content: string
  readonly end: number
}

/** Undefined for a tag that is not closed. Nothing is escaped, so `{{{x}}}` and `{{&x}}` mean the same as `{{x}}`. */
function tagAt(text: string, start: number, open: string, close: string): TagText | undefined {
  const first = start + open.length
  const character = text.charAt(first)
  const opening = character === '{' || character === '&' || isSigil(character) ? first + 1 : first
  const closing = character === '{' ? `}${close}` : character === '=' ? `=${close}` : close
  const stop = text.indexOf(closing, opening)
  if (stop < 0) return undefined
  return {
    sigil: isSigil(character) ? character : '',
    content: text.slice(opening, stop).trim(),
    end: stop + closing.length,
  }
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** The line of a tag that has it to itself, with its line break. */
function ownLine(
  text: string,
  line: number,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  if (!BLANK_BEFORE.test(text.slice(line, start))) return undefined
  BLANK_AFTER.lastIndex = end
  const blank = BLANK_AFTER.exec(text)
  return blank === null ? undefined : { start: line, end: end + blank[0].length }
}
