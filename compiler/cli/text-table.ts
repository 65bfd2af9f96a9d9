// Text layout for a terminal of 100 columns: wrapped text after a label, and tables.

const WIDTH = 100

/** Comma-separated items after a label, wrapped with a hanging indent. */
export function formatLabelledList(
  label: string,
  indent: number,
  width: number,
  items: readonly string[],
): string {
  const margin = ' '.repeat(indent + width)
  const lines = ['']
  items.forEach((item, index) => {
    const piece = index === items.length - 1 ? item : `${item},`
    const line = lines.at(-1) ?? ''
    if (line !== '' && margin.length + line.length + piece.length + 1 > WIDTH) lines.push(piece)
    else lines[lines.length - 1] = line === '' ? piece : `${line} ${piece}`
  })
  return `${' '.repeat(indent)}${label.padEnd(width)}${lines.join(`\n${margin}`)}`
}

/** A sentence after a label, wrapped with a hanging indent. */
export function wrapText(label: string, indent: number, width: number, text: string): string {
  const available = WIDTH - indent - width
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= available) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return formatBlock(label, indent, width, lines)
}

/** Rows of cells as lines; with `numbers`, all columns but the first are right-aligned. */
export function formatTable(rows: readonly (readonly string[])[], numbers = false): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  return rows.map(row =>
    row
      .map((cell, column) =>
        numbers && column > 0 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
}

/** Several lines after a label, with a hanging indent. */
export function formatBlock(label: string, indent: number, width: number, lines: readonly string[]): string {
  const margin = ' '.repeat(indent + width)
  return `${' '.repeat(indent)}${label.padEnd(width)}${lines.join(`\n${margin}`)}`
}
