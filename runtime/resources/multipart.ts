// Encodes a multipart form, with one file or none.
import type { Upload } from '../values/resource-operation.ts'

export interface EncodedForm {
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

/** `boundary` is a unique id, which no field or file contains by chance. */
export function encodeForm(
  fields: Readonly<Record<string, string>>,
  file: Upload | undefined,
  boundary: string,
): EncodedForm {
  const encoder = new TextEncoder()
  const fieldParts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${escapeQuotes(field)}"\r\n\r\n${value}\r\n`,
  )
  const chunks = [
    encoder.encode(fieldParts.join('')),
    ...(file === undefined ? [] : [encoder.encode(fileHead(file, boundary)), file.bytes, LINE_BREAK]),
    encoder.encode(`--${boundary}--\r\n`),
  ]
  const body = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return { headers: ['content-type', `multipart/form-data; boundary=${boundary}`], body }
}

const LINE_BREAK = new TextEncoder().encode('\r\n')

const fileHead = ({ name }: Upload, boundary: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escapeQuotes(name)}"\r\ncontent-type: ${uploadMediaType(name)}\r\n\r\n`

/** Quotation marks and line breaks would terminate a name. */
const escapeQuotes = (text: string): string =>
  text.replace(
    /["\r\n]/g,
    character => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
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
export const uploadMediaType = (name: string): string =>
  MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream'
