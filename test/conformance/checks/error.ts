// An error keeps its status and its message, in OpenAI's error body with all of its keys, and the retry headers.
import { expect } from 'vitest'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import type { Check } from './check.ts'

const KEPT = ['retry-after', 'retry-after-ms', 'x-should-retry', 'x-request-id', 'request-id']

export const error: Check = {
  name: 'error',
  fits: ({ recording, way }) => recording.kind === 'error' && way !== 'passthrough' && way !== 'resource',
  judge: async ({ play, ask }) => {
    const { reply } = await ask()
    expect(reply.status).toBe(play.recording.status)
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    const body = asObject(parseJson(reply.text))
    const told = asObject(body['error'])
    expect(told['message']).toContain(play.recording.observed.errorMessage)
    if (play.way === 'inbound' && play.path === '/messages') expect(body['type']).toBe('error')
    else expect(Object.keys(told)).toEqual(expect.arrayContaining(['message', 'type', 'param', 'code']))
    for (const name of KEPT) {
      const recorded = play.recording.responseHeaders[name]
      if (recorded !== undefined) expect(reply.headers[name], name).toBe(recorded)
    }
  },
}
