// What the text of a document is after edits, written as the protocol describes it: lines end with LF, CR or CRLF, and what is beyond the
// end of a line or of the text is that end.

export interface Place {
  readonly line: number
  readonly character: number
}

export interface Change {
  readonly range?: { readonly start: Place; readonly end: Place }
  readonly text: string
}

function offsetOf(text: string, { line, character }: Place): number {
  let start = 0
  for (const [whole, content = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    if (start > text.length) break
    if (line === 0) return start + Math.min(character, content.length)
    line -= 1
    start += whole.length
    if (start === text.length && !/[\r\n]$/.test(whole)) break
  }
  return text.length
}

export function changedText(text: string, changes: readonly Change[]): string {
  return changes.reduce((current, { range, text: added }) => {
    if (range === undefined) return added
    const [from, to] = [offsetOf(current, range.start), offsetOf(current, range.end)].sort(
      (left, right) => left - right,
    ) as [number, number]
    return current.slice(0, from) + added + current.slice(to)
  }, text)
}
