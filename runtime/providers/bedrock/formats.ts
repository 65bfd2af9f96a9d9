// Media formats of Converse, the media types that map to them, and document names.
import type { Json } from '../../../schemas/values/json.ts'

const images: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const documents: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['application/msword', 'doc'],
  [`${OFFICE}.wordprocessingml.document`, 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  [`${OFFICE}.spreadsheetml.sheet`, 'xlsx'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
])

export const imageFormat = (mediaType: string): string | undefined => images.get(mediaType)

export const documentFormat = (mediaType: string): string | undefined => documents.get(mediaType)

/** The format of a file name's extension. */
export function formatOfName(name: string): string | undefined {
  const end = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return [...documents.values()].find(format => format === end)
}

/** OpenAI has two audio formats, and the dialect both. */
export const audioFormat = (format: Json | undefined): string | undefined =>
  format === 'wav' || format === 'mp3' ? format : undefined

/**
 * A document name with the characters that the dialect allows; the path in the request for a file without a name,
 * so that names differ.
 */
export function documentName(name: string, path: string): string {
  const allowed = (text: string): string =>
    text
      .replace(/[^a-zA-Z0-9\s()[\]-]+/g, '-')
      .replace(/\s+/g, ' ')
      .slice(0, 200)
      .trim()
  const fromName = allowed(name.replace(/\.[a-z0-9]+$/i, ''))
  return /[a-zA-Z0-9]/.test(fromName) ? fromName : allowed(path)
}
