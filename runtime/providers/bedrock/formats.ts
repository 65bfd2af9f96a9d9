// The formats that Converse knows by short names, the media types that mean them, and the names of documents.
import type { Json } from '../../../compiler/source.ts'

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

/** The format that the end of a file's name means. */
export function formatOfName(name: string): string | undefined {
  const end = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase()
  return [...documents.values()].find(format => format === end)
}

/** The vendor has two formats of sound, and the dialect both. */
export const soundFormat = (format: Json | undefined): string | undefined =>
  format === 'wav' || format === 'mp3' ? format : undefined

/** A name of the letters that the dialect allows; the place in the request for a file without one, so that no two agree. */
export function documentName(name: string, at: string): string {
  const allowed = (text: string): string =>
    text
      .replace(/[^a-zA-Z0-9\s()[\]-]+/g, '-')
      .replace(/\s+/g, ' ')
      .slice(0, 200)
      .trim()
  const own = allowed(name.replace(/\.[a-z0-9]+$/i, ''))
  return /[a-zA-Z0-9]/.test(own) ? own : allowed(at)
}
