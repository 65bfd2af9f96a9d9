// Replies that are in the client's dialect already arrive byte for byte, with status and content type. The gateway
// only adds `[DONE]` for providers that close the stream without it.
import { expect } from 'vitest'
import { rowOf } from '../rows.ts'
import { type Check, isFine } from './check.ts'

const DONE = Buffer.from('data: [DONE]\n\n')

export const bytes: Check = {
  name: 'bytes',
  fits: play => play.way === 'passthrough' || (play.way === 'native' && isFine(play)),
  judge: async ({ play: { recording, way, config }, ask }) => {
    const { reply } = await ask()
    const whole = Buffer.from(recording.body)
    const closes = way === 'native' && rowOf(config).endsStreams === 'close' && recording.kind === 'stream'
    const expected = closes && !whole.includes('[DONE]') ? Buffer.concat([whole, DONE]) : whole
    expect(reply.status).toBe(recording.status)
    expect(Buffer.from(reply.bytes).equals(expected), `${text(reply.bytes)} is not ${text(expected)}`).toBe(
      true,
    )
    const type = recording.responseHeaders['content-type']
    if (type !== undefined && recording.kind !== 'stream') expect(reply.headers['content-type']).toBe(type)
  },
}

const text = (given: Uint8Array): string => JSON.stringify(Buffer.from(given.subarray(-200)).toString())
