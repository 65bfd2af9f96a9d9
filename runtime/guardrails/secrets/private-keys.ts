// Private keys in PEM, also with line breaks escaped as `
// `. The body is required: the header line alone is often only mentioned.
import type { Span } from '../redaction/span.ts'

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
const BODY = /^[A-Za-z0-9+/=\s\\:;.,"'-]*/
const END = /-----END [A-Z0-9 ]{0,60}-----/
const CODED = /[A-Za-z0-9+/]{32}/

export function* privateKeys(text: string): Iterable<Span> {
  const begins = [...text.matchAll(BEGIN)]
  for (const [at, match] of begins.entries()) {
    const from = match.index + match[0].length
    // A body ends where another key starts, so every character is read once.
    const held = BODY.exec(text.slice(from, begins[at + 1]?.index))?.[0] ?? ''
    const close = END.exec(held)
    const inner = close === null ? codedPart(held) : held.slice(0, close.index)
    const length = close === null ? inner.length : close.index + close[0].length
    if (CODED.test(inner)) yield { kind: 'PRIVATE_KEY', start: match.index, end: from + length }
  }
}

/** The encoded part of a key without its end: up to the first line of prose. */
function codedPart(held: string): string {
  const lines = held.split('\n')
  const words = lines.findIndex((line, at) => at > 0 && / /.test(line.trim()) && !/^[A-Za-z-]+: /.test(line))
  return words < 0 ? held : lines.slice(0, words).join('\n')
}
