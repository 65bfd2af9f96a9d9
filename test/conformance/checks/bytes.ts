// Replies that are in the client's dialect already arrive byte for byte, with status and content type. The gateway
// only adds `[DONE]` for providers that close the stream without it.
import { expect } from 'vitest'
import { specOf } from '../provider-configs.ts'
import { type ConformanceCheck, isSuccess } from './check.ts'

const DONE = Buffer.from('data: [DONE]\n\n')

export const bytes: ConformanceCheck = {
  name: 'bytes',
  // Chats of a provider that is known to deviate are repaired.
  applies: play =>
    play.mode === 'passthrough' ||
    (play.mode === 'native' && isSuccess(play) && specOf(play.config).deviating !== true),
  run: async ({ replay: { recording, mode }, send }) => {
    const { reply } = await send()
    const whole = Buffer.from(recording.body)
    const closes = mode === 'native' && recording.kind === 'stream' && recording.route.startsWith('chat')
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
