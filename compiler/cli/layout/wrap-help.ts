// Help at the width of a terminal. At the usual width, paragraphs and descriptions of options are wrapped, the latter with a hanging
// indent; in a narrow terminal all are joined and wrapped again.
import { fitLine } from './fit-text.ts'

/** The usual width of a terminal. */
const HELP_WIDTH = 80

interface Block {
  /** Before the text in its first line. */
  readonly head: string
  /** Where the text begins in other lines. */
  readonly column: number
  text: string
}

/** An option or another entry: its name, two spaces or more, and what it is. */
const ENTRY = /^( +\S.*? {2,})(\S.*)$/

/** The text with lines of at most `HELP_WIDTH` characters, if its words allow; blank lines stay. */
export function wrapHelp(text: string): string {
  const lines: string[] = []
  let block: Block | undefined
  /** Where the entries above describe, for one whose name leaves a single space. */
  let column = 0
  const end = (): void => {
    if (block !== undefined) lines.push(...wrapBlock(block))
    block = undefined
  }
  for (const line of text.split('\n')) {
    const indent = line.length - line.trimStart().length
    const [, head, described] = ENTRY.exec(line) ?? splitAt(line, indent, column)
    if (line === '') {
      end()
      lines.push('')
    } else if (head !== undefined && described !== undefined) {
      end()
      column = head.length
      block = { head, column, text: described }
    } else if (block !== undefined && (indent === block.column || (indent > 0 && indent === column)))
      block.text += ` ${line.trim()}`
    else {
      end()
      block = { head: ' '.repeat(indent), column: indent, text: line.trim() }
      // A line that is indented less is not continued: an example, or names whose description follows.
      if (indent > 0 && indent < column) end()
    }
  }
  end()
  return lines.join('\n')
}

const splitAt = (line: string, indent: number, column: number): readonly (string | undefined)[] =>
  indent > 0 && indent < column && line[column - 1] === ' ' && line[column - 2] !== ','
    ? [line, line.slice(0, column), line.slice(column)]
    : []

/** A usage line, whose brackets are not broken and whose arguments are aligned. */
export const wrapUsage = (head: string, usage: string): readonly string[] =>
  wrapWords(head, head.length, usage.match(/\[(?:[^[\]]|\[[^\]]*\])*\](?:\.\.\.)?|[^\s[]\S*/g) ?? [])

const wrapBlock = ({ head, column, text }: Block): readonly string[] =>
  wrapWords(head, column, text.split(' '))

function wrapWords(head: string, column: number, words: readonly string[]): readonly string[] {
  const lines = [head]
  let isFirst = true
  for (const word of words) {
    const last = lines.at(-1) ?? ''
    const joined = isFirst ? `${last}${word}` : `${last} ${word}`
    if (isFirst || joined.length <= HELP_WIDTH) lines[lines.length - 1] = joined
    else lines.push(`${' '.repeat(column)}${word}`)
    isFirst = false
  }
  return lines
}

/** Columns beside labels below which what they explain begins on a line of its own. */
const LEAST = 40
/** Beyond the label, of lines that begin below it. */
const INDENT = 4

interface Paragraph {
  text: string
  /** The column of the lines that continue it. */
  readonly column: number
}

/** Fits help to a narrow terminal. A label stays in its column if there is room beside it. */
export function reflowHelp(text: string, width: number): string {
  const lines = text.split('\n')
  return lines.every(line => line.length <= width)
    ? text
    : paragraphsOf(lines)
        .flatMap(each => wrapParagraph(each, width))
        .join('\n')
}

function paragraphsOf(lines: readonly string[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  lines.forEach((line, index) => {
    const last = paragraphs.at(-1)
    const continues = last !== undefined && lines[index - 1] !== '' && line !== '' && !LABEL.test(line)
    if (continues && indentOf(line) === last.column) last.text += ` ${line.trim()}`
    else paragraphs.push({ text: line, column: columnOf(line, lines[index + 1]) })
  })
  return paragraphs
}

/** A label, and at least two spaces before what it means. */
const LABEL = /^ +\S.*? {2,}(?=\S)/

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Where what follows the label begins. A label that is too long for its column is followed by lines in it. */
const columnOf = (line: string, next = ''): number =>
  LABEL.exec(line)?.[0].length ?? Math.max(indentOf(line), line === '' ? 0 : indentOf(next))

function wrapParagraph({ text, column }: Paragraph, width: number): readonly string[] {
  const label = LABEL.exec(text)?.[0].length === column ? text.slice(0, column) : ''
  if (label === '' || width - column >= LEAST)
    return fitLine(text, width, width - column >= LEAST ? column : indentOf(text) + INDENT)
  const indent = indentOf(text) + INDENT
  return [
    ...fitLine(label.trimEnd(), width),
    ...fitLine(' '.repeat(indent) + text.slice(column), width, indent),
  ]
}
