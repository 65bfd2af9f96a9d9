// Encodes a multipart form with one file.
import type { Upload } from './collection.ts'

export interface WrittenForm {
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

/** `boundary` is a unique id, which no file contains by chance. */
export function writeForm(
  fields: Readonly<Record<string, string>>,
  { name, bytes }: Upload,
  boundary: string,
): WrittenForm {
  const encoder = new TextEncoder()
  const heads = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${quote(field)}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quote(name)}"\r\ncontent-type: ${mediaTypeOf(name)}\r\n\r\n`
  const pieces = [encoder.encode(heads.join('') + file), bytes, encoder.encode(`\r\n--${boundary}--\r\n`)]
  const body = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
  }
  return { headers: ['content-type', `multipart/form-data; boundary=${boundary}`], body }
}

/** Quotation marks and line breaks would terminate a name. */
const quote = (text: string): string =>
  text.replace(/["\r\n]/g, letter => `%${letter.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)

const TYPES: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
])

/** By file extension: providers validate the type of a file. */
export const mediaTypeOf = (name: string): string =>
  TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream'
