// What a provider answers in the words of the client arrives byte for byte, with its status and content type. Only the
// end of a stream is the gateway's to add, for providers that close without a word.
import { expect } from 'vitest'
import { rowOf } from '../rows.ts'
import { type Check, isFine } from './check.ts'

const DONE = Buffer.from('data: [DONE]\n\n')

export const bytes: Check = {
  name: 'bytes',
  fits: play => play.way === 'passed' || (play.way === 'own' && isFine(play)),
  judge: async ({ play: { recording, way, config }, ask }) => {
    const { reply } = await ask()
    const whole = Buffer.from(recording.body)
    const closes = way === 'own' && rowOf(config).endsStreams === 'close' && recording.kind === 'stream'
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
