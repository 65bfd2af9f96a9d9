// Whether a number with a plus sign is a value: an added line of a diff, a change, one of a row of signed numbers.

/** UTF-16 code units before and after a number in which such signs are looked for. */
const REACH = 240

/** A line of a diff, other than an added one; an item of a list has a space after its dash. */
const DIFF_LINE = /^(?:-(?=[^\s-])|@@ |--- |\+\+\+ |\+\d{1,6}(?!\d)(?! ?\()| (?=[^\s+]))/
/** The lines of a diff follow each other. */
const IN_DIFF = /^[-+ @]/
/** A negative number, or one with a plus sign that is too short to be dialled. */
const SIGNED = /(?:^|[\s,;|([])(?:[-\u2212]\d|\+\d{1,6}(?![\d.]|[ ()/-]{1,2}\d))/
const PERCENT_AFTER = /^[ \t]{0,2}\(?[-+\u2212]?\d{1,6}(?:[.,]\d{1,6})?[ \t]?%/
const CHANGE_BEFORE = /(?:(?<![a-z])(?:by|delta|diff|changed?|gain|growth|balance)|\u0394)["']?[ \t:=]{1,3}$/i

export function isSignedValue(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start)
  const after = text.slice(end, end + REACH)
  if (/ [-\u2212]\d/.test(text.slice(start, end))) return true
  if (CHANGE_BEFORE.test(before) || PERCENT_AFTER.test(after)) return true
  const above = before.split('\n')
  const below = after.split('\n')
  const [lineBefore = ''] = above.slice(-1)
  const [lineAfter = ''] = below
  if (SIGNED.test(lineBefore) || SIGNED.test(lineAfter)) return true
  return lineBefore === '' && (isDiff(above.slice(0, -1).reverse()) || isDiff(below.slice(1)))
}

/** Whether one of the lines next to an added one is another line of a diff. */
function isDiff(lines: readonly string[]): boolean {
  for (const line of lines) {
    if (DIFF_LINE.test(line)) return true
    if (!IN_DIFF.test(line)) return false
  }
  return false
}
