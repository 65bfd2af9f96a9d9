// A request is sent to the recorded URL, with the credential in the provider's form.
import { expect } from 'vitest'
import { headerValue } from '../../../runtime/headers.ts'
import type { Check } from './check.ts'

/** Query parameters that the gateway expresses otherwise: a key, a client library marker. */
const UNSAID = ['key', 'beta', '$alt', 'alt']
const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

export const address: Check = {
  name: 'address',
  fits: ({ way, recording: { url } }) => way !== 'inbound' && way !== 'resource' && url !== undefined,
  judge: async ({ play: { recording, way }, ask }) => {
    const { sent } = await ask()
    const asked = new URL(sent.origin + sent.path)
    expect(sent.method).toBe(recording.method)
    expect(placeOf(asked, way === 'passthrough')).toEqual(
      placeOf(recording.url ?? asked, way === 'passthrough'),
    )
    for (const name of CREDENTIALS) {
      const recorded = recording.requestHeaders[name]
      if (recorded === undefined) continue
      const [scheme, rest] = recorded.split(' ', 2)
      const expected = rest === undefined ? /./ : new RegExp(`^${scheme} `)
      expect(headerValue(sent.headers, name), name).toMatch(expected)
    }
    if (recording.requestHeaders['anthropic-version'] !== undefined)
      expect(headerValue(sent.headers, 'anthropic-version')).toBe(
        recording.requestHeaders['anthropic-version'],
      )
  },
}

/** The comparable part of a URL. Duplicate slashes are collapsed. */
function placeOf(url: URL, isPassed: boolean): object {
  const query = [...url.searchParams].filter(([name]) => (isPassed ? name !== 'key' : !UNSAID.includes(name)))
  const path = decodeURIComponent(url.pathname).replace(/\/{2,}/g, '/')
  return { host: url.host.replace('azure_', ''), path, query: Object.fromEntries(query) }
}
