// Versions of the A2A protocol: which one a client speaks, and how cards write them.
import { type Headers, headerValue } from '../../values/headers.ts'

export type AgentVersion = '1.0' | '0.3'

export const VERSION_HEADER = 'a2a-version'

/** A header that is absent or empty stands for 0.3 (specification 3.6). */
const UNNAMED: AgentVersion = '0.3'

/** The version of a request, or the text of one that is not known here. */
export function requestVersion(headers: Headers): AgentVersion | { readonly unknown: string } {
  const text = (headerValue(headers, VERSION_HEADER) ?? '').trim()
  return text === '' ? UNNAMED : (toAgentVersion(text) ?? { unknown: text.slice(0, 32) })
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
