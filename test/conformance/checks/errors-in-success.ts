// A failure inside a 200 reply is reported: as an error with a status, or as the last event of the stream.
import { expect } from 'vitest'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { eventsIn } from '../client-result.ts'
import { expectedErrorOf } from '../errors-in-success.ts'
import type { ConformanceCheck } from './check.ts'

export const errorsInSuccess: ConformanceCheck = {
  name: 'broken',
  applies: play => play.mode !== 'passthrough' && expectedErrorOf(play.recording) !== undefined,
  run: async ({ replay, send }) => {
    const { status, message } = expectedErrorOf(replay.recording) ?? { message: '' }
    const { reply } = await send()
    expect(reply.status).toBe(status ?? 200)
    expect(reply.text).not.toContain('[DONE]')
    const events = eventsIn(reply.bytes)
    const body =
      status === undefined ? asObject(parseJson(events.at(-1)?.data ?? '')) : asObject(parseJson(reply.text))
    const failed = asObject(asObject(body['response'])['error'] ?? body['error'] ?? body)
    expect(failed['message']).toEqual(expect.any(String))
    // Where the provider reported it before the end, the end is reported as well.
    expect(reply.text).toContain(message)
  },
}
