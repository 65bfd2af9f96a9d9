// Private keys in PEM, also with line breaks escaped as `
// `. The body is required: the header line by itself is often only mentioned.
import type { TextMatch } from '../text/text-match.ts'

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
const BODY = /^[A-Za-z0-9+/=\s\\:;.,"'-]*/
const END = /-----END [A-Z0-9 ]{0,60}-----/
const BASE64_RUN = /[A-Za-z0-9+/]{32}/

export function* privateKeys(text: string): Iterable<TextMatch> {
  const begins = [...text.matchAll(BEGIN)]
  for (const [index, match] of begins.entries()) {
    const from = match.index + match[0].length
    // A body ends where another key starts, so every character is read once.
    const body = BODY.exec(text.slice(from, begins[index + 1]?.index))?.[0] ?? ''
    const close = END.exec(body)
    const inner = close === null ? encodedPart(body) : body.slice(0, close.index)
    const length = close === null ? inner.length : close.index + close[0].length
    if (BASE64_RUN.test(inner)) yield { kind: 'PRIVATE_KEY', start: match.index, end: from + length }
  }
}

/** The encoded part of a key without its end: up to the first line of prose. */
function encodedPart(body: string): string {
  const lines = body.split('\n')
  const proseLine = lines.findIndex(
    (line, index) => index > 0 && / /.test(line.trim()) && !/^[A-Za-z-]+: /.test(line),
  )
  return proseLine < 0 ? body : lines.slice(0, proseLine).join('\n')
}
