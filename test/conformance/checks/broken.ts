// A failure inside a 200 reply is reported: as an error with a status, or as the last event of the stream.
import { expect } from 'vitest'
import { asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { brokenOf } from '../broken.ts'
import { eventsIn } from '../heard.ts'
import type { Check } from './check.ts'

export const broken: Check = {
  name: 'broken',
  fits: play => play.way !== 'passthrough' && brokenOf(play.recording) !== undefined,
  judge: async ({ play, ask }) => {
    const { status, message } = brokenOf(play.recording) ?? { message: '' }
    const { reply } = await ask()
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
