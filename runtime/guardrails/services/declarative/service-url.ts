// The URL of a declarative check: its template with parameters filled in, and credentials in the query.
import type { JsonObject } from '../../../../schemas/values/json.ts'

const PLACEHOLDER = /\{(\w+)\}/g

/**
 * The URL, or undefined when a parameter is missing. Parameters in the host are inserted verbatim, since the compiler
 * binds credentials to the origin computed the same way, and may contain parameters themselves; parameters after the
 * host are percent-encoded.
 */
export function linkServiceUrl(template: string, parameters: JsonObject): string | undefined {
  const scheme = template.indexOf('://')
  const path = template.indexOf('/', scheme < 0 ? 0 : scheme + 3)
  const end = path < 0 ? template.length : path
  let missing = false
  const fill = (text: string, write: (value: string) => string): string =>
    text.replaceAll(PLACEHOLDER, (_, name: string) => {
      const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      if (typeof value !== 'string' && typeof value !== 'number') missing = true
      return write(String(value ?? ''))
    })
  const first = fill(template.slice(0, end), value => (path < 0 ? value : value.replace(/\/$/, '')))
  const host = fill(first, value => value)
  const tail = fill(template.slice(end), encodeURIComponent)
  return missing ? undefined : host + tail
}

/** The URL with one more query parameter. */
export function withQueryParameter(url: string, name: string, value: string): string {
  const [address = '', fragment] = url.split('#', 2)
  const field = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  const joined = `${address}${address.includes('?') ? '&' : '?'}${field}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}
