// An error has the status of its kind and its message, in an error body of the client's dialect, and the retry headers. In the provider's own
// dialect it is what the provider sent.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { vendorError } from '../../../runtime/wire/error.ts'
import { errorForm } from '../../../runtime/wire/error-kind.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import type { ConformanceCheck } from './check.ts'

const KEPT_HEADERS = ['retry-after', 'retry-after-ms', 'x-should-retry', 'x-request-id', 'request-id']

export const error: ConformanceCheck = {
  name: 'error',
  applies: ({ recording, mode }) =>
    recording.kind === 'error' && mode !== 'passthrough' && mode !== 'resource',
  run: async ({ replay, send }) => {
    const { reply } = await send()
    const { status, body: bytes, observed, responseHeaders } = replay.recording
    const isMessage = replay.path.startsWith('/messages')
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    const sent = parseJson(new TextDecoder().decode(bytes))
    const body = parseJson(reply.text)
    if (isDeepStrictEqual(body, sent)) expect(reply.status).toBe(status)
    else {
      const type = responseHeaders['x-amzn-errortype']?.split(':')[0]
      const read = { ...vendorError(sent ?? '', status), ...(type !== undefined && { type }) }
      const form = errorForm(read, status, isMessage ? 'messages' : 'chat')
      expect([status, form?.status]).toContain(reply.status)
      const errorObject = asObject(asObject(body)['error'])
      expect(errorObject['message']).toContain(observed.errorMessage)
      if (isMessage) expect(asObject(body)['type']).toBe('error')
      else
        expect(Object.keys(errorObject)).toEqual(expect.arrayContaining(['message', 'type', 'param', 'code']))
    }
    for (const name of KEPT_HEADERS) {
      const recorded = replay.recording.responseHeaders[name]
      if (recorded !== undefined) expect(reply.headers[name], name).toBe(recorded)
    }
  },
}
