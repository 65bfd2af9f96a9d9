// A request reaches the place where it was recorded, with the credential in the provider's form.
import { expect } from 'vitest'
import { headerValue } from '../../../runtime/headers.ts'
import type { Check } from './check.ts'

/** Parts of a query that say nothing which the gateway does not say otherwise: a key, a mark of a client library. */
const UNSAID = ['key', 'beta', '$alt', 'alt']
const CREDENTIALS = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']

export const address: Check = {
  name: 'address',
  fits: ({ way, recording: { url } }) => way !== 'face' && way !== 'collected' && url !== undefined,
  judge: async ({ play: { recording, way }, ask }) => {
    const { sent } = await ask()
    const asked = new URL(sent.origin + sent.path)
    expect(sent.method).toBe(recording.method)
    expect(placeOf(asked, way === 'passed')).toEqual(placeOf(recording.url ?? asked, way === 'passed'))
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

/** An address as far as two libraries can agree on it. Slashes that a library doubled are one. */
function placeOf(url: URL, isPassed: boolean): object {
  const query = [...url.searchParams].filter(([name]) => (isPassed ? name !== 'key' : !UNSAID.includes(name)))
  const path = decodeURIComponent(url.pathname).replace(/\/{2,}/g, '/')
  return { host: url.host.replace('azure_', ''), path, query: Object.fromEntries(query) }
}
