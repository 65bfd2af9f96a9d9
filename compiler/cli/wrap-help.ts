// Help texts at the width of a terminal: paragraphs and descriptions of options are wrapped, with a hanging indent for the latter.

/** Columns of a terminal that nobody has widened. */
export const HELP_WIDTH = 80

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
      // A line that is indented less stands alone: an example, or names whose description follows.
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

/** A usage line, whose brackets are kept whole and whose arguments stand below each other. */
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
