// Whether a number with check digits is one value among others, as in the rows and columns of a table, rather than in a cell
// beside what only a record has: a name, a date, a code.

/** UTF-16 code units of the lines around a number that are read. */
const REACH = 320
const OPENING = /[[({]/
const CLOSING = /[\])}]/

/** Its cells, without the tags between them. */
const cellsOf = (line: string): readonly string[] =>
  line.replace(/<[^<>]{1,40}>/g, ' ').match(/[^\s|│,;]+/g) ?? []
const isNumber = (cell: string): boolean => /^[-+]?\d+(?:[.,]\d+)?%?$/.test(cell)

/** A decimal comma, which is the only one of its line. */
const isFraction = (before: string, after: string): boolean =>
  (/(?:^|[^\d,])\d{1,3},$/.test(before) && !before.slice(0, -1).includes(',') && !after.includes(',')) ||
  (/^,\d{1,2}(?![\d,/])/.test(after) && !after.slice(1).includes(',') && !before.includes(','))

/**
 * Excludes numbers in a line, a list in brackets, or a column of nothing but numbers, of which another one is longer than an
 * expiry, a security code or the identifier of a row, and not another match: `isAlike`.
 */
export const amongValues =
  (isAlike: (cell: string) => boolean) =>
  (text: string, start: number, end: number): boolean => {
    const isOtherValue = (cell: string): boolean => /^[-+]?\d{7,}$/.test(cell) && !isAlike(cell)
    const above = text.slice(Math.max(0, start - REACH), start).split('\n')
    const below = text.slice(end, end + REACH).split('\n')
    const before = above.at(-1) ?? ''
    const after = below[0] ?? ''
    if (isFraction(before, after)) return true
    const [listed = ''] = before.split(OPENING).slice(-1)
    const [listedAfter = ''] = after.split(CLOSING, 1)
    const cells = [...cellsOf(listed), ...cellsOf(listedAfter)].filter(cell => !/^[-+]$/.test(cell))
    if (cells.length > 0) return cells.every(isNumber) && cells.some(isOtherValue)
    return [above.at(-2), below[1]].some(line => line !== undefined && isOtherValue(line.trim()))
  }
