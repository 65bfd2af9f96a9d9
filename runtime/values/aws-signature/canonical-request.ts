// The parts of a request in canonical form, which both sides sign. Pure string functions; sign-request.ts uses
// them.
import type { Headers } from '../headers.ts'

/** Percent-encodes everything but letters, digits and `-._~`. Ill-formed Unicode is repaired first. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * The path, each segment encoded once more: what is encoded when sent is encoded twice. Normalized, empty segments
 * and dots are resolved.
 */
export function canonicalPath(path: string, normalize: boolean): string {
  const segments = path.split('/').slice(1)
  if (!normalize) return `/${segments.map(encode).join('/')}`
  const resolved: string[] = []
  for (const segment of segments) {
    if (segment === '..') resolved.pop()
    else if (segment !== '' && segment !== '.') resolved.push(encode(segment))
  }
  const ending = resolved.length > 0 && /\/\.{0,2}$/.test(path) ? '/' : ''
  return `/${resolved.join('/')}${ending}`
}

/** The parameters sorted by encoded name, then value. */
export function canonicalQuery(query: string): string {
  const parameters = query.split('&').filter(part => part !== '')
  return parameters
    .map(part => {
      const equals = part.indexOf('=')
      const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
      return [reencode(name), reencode(value)] as const
    })
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** By code unit, independent of locale. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Parameters are decoded and encoded again, regardless of their encoding when sent. */
function reencode(text: string): string {
  try {
    return encode(decodeURIComponent(text))
  } catch {
    return encode(text)
  }
}

/** The headers sorted by name, values joined, white space collapsed; and the list of names. */
export function canonicalHeaders(headers: Headers): { readonly block: string; readonly names: string } {
  const values = new Map<string, string[]>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = (headers[index + 1] ?? '').trim().replace(/\s+/g, ' ')
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const names = [...values.keys()].sort()
  return {
    block: names.map(name => `${name}:${values.get(name)?.join(',')}\n`).join(''),
    names: names.join(';'),
  }
}
