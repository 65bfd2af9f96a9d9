// Versions of the A2A protocol: which one a client speaks, and how cards write them.
import { type Headers, headerValue } from '../../values/headers.ts'

export type AgentVersion = '1.0' | '0.3'

export const VERSION_HEADER = 'a2a-version'

/** A header that is absent or empty means 0.3 (specification 3.6). */
const UNNAMED: AgentVersion = '0.3'

/** The version of a request, or the text of one that is not known here. */
export function requestVersion(headers: Headers): AgentVersion | { readonly unknown: string } {
  const text = (headerValue(headers, VERSION_HEADER) ?? '').trim()
  return text === '' ? UNNAMED : (toAgentVersion(text) ?? { unknown: text.slice(0, 32) })
}

/** The query without a parameter `A2A-Version`, which replaces the header where a client cannot set headers; and its value. */
export function splitVersionQuery(query: string): {
  readonly query: string
  readonly version: string | undefined
} {
  if (!/a2a(?:-|%2d)version/i.test(query)) return { query, version: undefined }
  let version: string | undefined
  const others = query
    .slice(1)
    .split('&')
    .filter(part => {
      const [name = '', value = ''] = part.split('=', 2)
      if (decodePart(name).toLowerCase() !== VERSION_HEADER) return true
      version ??= decodePart(value)
      return false
    })
  return { query: others.length === 0 ? '' : `?${others.join('&')}`, version }
}

/** Malformed text is not a version. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The headers with the version of the query, unless they name one; one that is not known is refused with its text. */
export function withQueryVersion(headers: Headers, version: string | undefined): Headers {
  if (version === undefined || (headerValue(headers, VERSION_HEADER) ?? '').trim() !== '') return headers
  const others = headers.filter(
    (_each, index) => headers[index - (index % 2)]?.toLowerCase() !== VERSION_HEADER,
  )
  return [...others, VERSION_HEADER, toAgentVersion(version.trim()) ?? version]
}

/** `0.3.0` is 0.3: patch numbers do not count. */
export function toAgentVersion(text: string): AgentVersion | undefined {
  const [, major, minor] = /^(\d+)\.(\d+)(?:\.|$)/.exec(text) ?? []
  if (major === '1') return '1.0'
  return major === '0' && minor === '3' ? '0.3' : undefined
}

/** The version in the header of what is sent to the agent: none for 0.3, which knows no such header. */
export const versionHeaders = (version: AgentVersion | undefined): Headers =>
  version === '1.0' ? [VERSION_HEADER, version] : []
