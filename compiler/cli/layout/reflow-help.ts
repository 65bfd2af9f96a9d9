// Help is written for wide terminals. In a narrow one, its paragraphs and entries are joined and wrapped again; a label stays in its
// column where there is room beside it.
import { fitLine } from './fit-text.ts'

/** Columns beside labels below which what they explain begins on a line of its own. */
const LEAST = 40
/** Beyond the label, of lines that begin below it. */
const INDENT = 4

interface Paragraph {
  text: string
  /** The column of the lines that continue it. */
  readonly column: number
}

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
    const continues = last !== undefined && lines[index - 1] !== '' && line !== '' && !ENTRY.test(line)
    if (continues && indentOf(line) === last.column) last.text += ` ${line.trim()}`
    else paragraphs.push({ text: line, column: columnOf(line, lines[index + 1]) })
  })
  return paragraphs
}

/** A label, and at least two spaces before what it means. */
const ENTRY = /^ +\S.*? {2,}(?=\S)/

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Where what follows the label begins. A label that is too long for its column is followed by lines in it. */
const columnOf = (line: string, next = ''): number =>
  ENTRY.exec(line)?.[0].length ?? Math.max(indentOf(line), line === '' ? 0 : indentOf(next))

function wrapParagraph({ text, column }: Paragraph, width: number): readonly string[] {
  const label = ENTRY.exec(text)?.[0].length === column ? text.slice(0, column) : ''
  if (label === '' || width - column >= LEAST)
    return fitLine(text, width, width - column >= LEAST ? column : indentOf(text) + INDENT)
  const indent = indentOf(text) + INDENT
  return [
    ...fitLine(label.trimEnd(), width),
    ...fitLine(' '.repeat(indent) + text.slice(column), width, indent),
  ]
}
