// Which bracket of a source is one too many or one too few. The parser notices it wherever it loses its way, often at the outermost bracket;
// here brackets are paired by their kinds, and by their lines as people write them.
import type { SourceSpan } from '../../source.ts'

/** A bracket without a partner. */
export interface LoneBracket extends SourceSpan {
  readonly message: string
  /** Whether it opens something that is not closed; otherwise it is one too many. */
  readonly isOpening: boolean
  /** Where it shows that the bracket is not closed; absent if everything that follows may be in it. */
  readonly noticedAt?: SourceSpan
}

interface OpenBracket {
  readonly bracket: string
  readonly at: number
  readonly line: number
  /** Columns before the first word of its line. */
  readonly indent: number
}

const PARTNERS: Readonly<Record<string, string>> = { '}': '{', ']': '[' }

/** Strings in quotes, comments, references, brackets and ends of lines. A quote within a word and a "#" without a space before it are text. */
const TOKENS =
  /(?<=^|[\s,[\]{}:])(?:"(?:[^"\\]|\\[\s\S])*"|'(?:[^']|'')*')|(?<=^|\s)#[^\n]*|\$\{[\w.:/-]*\}|[{}[\]\n]/g

const INDENT = /[^\S\n]*(?:- +)*/y

/** The first lone bracket of the collection that begins at an offset; undefined if all of its brackets have partners. */
export function findLoneBracket(text: string, from: number): LoneBracket | undefined {
  const open: OpenBracket[] = []
  let [line, lineStart] = [0, text.lastIndexOf('\n', from - 1) + 1]
  let indent = indentAt(text, lineStart)
  /** The first that closes a bracket of another line: where another one is lone, this one is. */
  let early: LoneBracket | undefined
  for (const { 0: token, index } of text.slice(from).matchAll(TOKENS)) {
    const at = from + index
    if (token.includes('\n')) {
      line += token.split('\n').length - 1
      lineStart = at + token.lastIndexOf('\n') + 1
      indent = indentAt(text, lineStart)
    }
    if (token === '{' || token === '[') open.push({ bracket: token, at, line, indent })
    if (!(token in PARTNERS)) continue
    const last = open.pop()
    const lone =
      last === undefined
        ? neverOpened(token, at)
        : loneAt({ token, at, line, indent, isFirst: at - lineStart === indent }, last, open)
    if (lone !== undefined) return early ?? lone
    // One that follows something on its line usually closes a bracket of that line.
    if (last?.line !== line && at - lineStart !== indent) early ??= neverOpened(token, at)
    if (open.length > 0) continue
    const { 0: next = '', index: behind = 0 } = /\S/.exec(text.slice(at + 1)) ?? {}
    if (next in PARTNERS) return early ?? neverOpened(next, at + 1 + behind)
    return next === ','
      ? (early ?? {
          ...spanAt(at),
          message: `"${token}" closes the first bracket, but more values follow: it is one too many.`,
          isOpening: false,
        })
      : undefined
  }
  const last = open.at(-1)
  return last && notClosed(last)
}

interface ClosingBracket extends Omit<OpenBracket, 'bracket'> {
  readonly token: string
  /** Whether nothing is before it on its line. */
  readonly isFirst: boolean
}

/** What is lone where a bracket would close the last open one. */
function loneAt(
  { token, at, line, indent, isFirst }: ClosingBracket,
  last: OpenBracket,
  open: readonly OpenBracket[],
): LoneBracket | undefined {
  const outer = open.findLast(({ bracket }) => bracket === PARTNERS[token])
  if (last.bracket !== PARTNERS[token])
    return outer === undefined || (isFirst ? indent > last.indent : outer.line !== line)
      ? neverOpened(token, at)
      : notClosed(last, at)
  // A line that begins with a bracket closes none of a line that is indented more.
  return isFirst && last.line !== line && last.indent > indent && outer !== undefined
    ? notClosed(last, at)
    : undefined
}

function indentAt(text: string, at: number): number {
  INDENT.lastIndex = at
  return INDENT.exec(text)?.[0].length ?? 0
}

const spanAt = (at: number): SourceSpan => ({ start: at, end: at + 1 })

const neverOpened = (bracket: string, at: number): LoneBracket => ({
  ...spanAt(at),
  message: `"${bracket}" closes a bracket that was never opened.`,
  isOpening: false,
})

const notClosed = ({ bracket, at }: OpenBracket, noticed?: number): LoneBracket => ({
  ...spanAt(at),
  message: `The bracket "${bracket}" is not closed.`,
  isOpening: true,
  ...(noticed !== undefined && { noticedAt: spanAt(noticed) }),
})
