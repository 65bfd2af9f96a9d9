// An error keeps its status and its message, in OpenAI's error body with all of its keys, and the retry headers.
import { expect } from 'vitest'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import type { ConformanceCheck } from './check.ts'

const KEPT_HEADERS = ['retry-after', 'retry-after-ms', 'x-should-retry', 'x-request-id', 'request-id']

export const error: ConformanceCheck = {
  name: 'error',
  applies: ({ recording, mode }) =>
    recording.kind === 'error' && mode !== 'passthrough' && mode !== 'resource',
  run: async ({ replay, send }) => {
    const { reply } = await send()
    expect(reply.status).toBe(replay.recording.status)
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    const body = asObject(parseJson(reply.text))
    const errorObject = asObject(body['error'])
    expect(errorObject['message']).toContain(replay.recording.observed.errorMessage)
    if (replay.mode === 'inbound' && replay.path === '/messages') expect(body['type']).toBe('error')
    else
      expect(Object.keys(errorObject)).toEqual(expect.arrayContaining(['message', 'type', 'param', 'code']))
    for (const name of KEPT_HEADERS) {
      const recorded = replay.recording.responseHeaders[name]
      if (recorded !== undefined) expect(reply.headers[name], name).toBe(recorded)
    }
  },
}
