// A request is sent to the recorded URL, with the credential in the provider's form.
import { expect } from 'vitest'
import { headerValue } from '../../../runtime/values/headers.ts'
import type { ConformanceCheck } from './check.ts'

/** Query parameters that the gateway expresses otherwise: a key, a client library marker. */
const IGNORED_PARAMETERS = ['key', 'beta', '$alt', 'alt']
const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

export const address: ConformanceCheck = {
  name: 'address',
  applies: ({ mode, recording: { url } }) => mode !== 'inbound' && mode !== 'resource' && url !== undefined,
  run: async ({ replay: { recording, mode }, send }) => {
    const { sent } = await send()
    const requested = new URL(sent.origin + sent.path)
    expect(sent.method).toBe(recording.method)
    expect(comparableUrl(requested, mode === 'passthrough')).toEqual(
      comparableUrl(recording.url ?? requested, mode === 'passthrough'),
    )
    for (const name of CREDENTIALS) {
      const recorded = recording.requestHeaders[name]
      if (recorded === undefined) continue
      const [scheme, token] = recorded.split(' ', 2)
      const expected = token === undefined ? /./ : new RegExp(`^${scheme} `)
      expect(headerValue(sent.headers, name), name).toMatch(expected)
    }
    if (recording.requestHeaders['anthropic-version'] !== undefined)
      expect(headerValue(sent.headers, 'anthropic-version')).toBe(
        recording.requestHeaders['anthropic-version'],
      )
  },
}

/** The comparable part of a URL. Duplicate slashes are collapsed. */
function comparableUrl(url: URL, isPassed: boolean): object {
  const query = [...url.searchParams].filter(([name]) =>
    isPassed ? name !== 'key' : !IGNORED_PARAMETERS.includes(name),
  )
  const path = decodeURIComponent(url.pathname).replace(/\/{2,}/g, '/')
  return { host: url.host.replace('azure_', ''), path, query: Object.fromEntries(query) }
}
