// Replies of Bedrock's Converse API; streams are binary frames.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { crc32 } from '../../streams/crc32.ts'
import { concatenate } from '../../values/byte-stream.ts'
import { type ReplyFormat, tokensOf } from './reply-format.ts'

const INPUT_TOKENS = 10

const usage = (text: string): JsonObject => ({
  inputTokens: INPUT_TOKENS,
  outputTokens: tokensOf(text),
  totalTokens: INPUT_TOKENS + tokensOf(text),
})

const encoder = new TextEncoder()

/** One header of a frame: its name and a string. */
function frameHeader(name: string, value: string): Uint8Array {
  const nameBytes = encoder.encode(name)
  const valueBytes = encoder.encode(value)
  return concatenate([
    Uint8Array.of(nameBytes.length),
    nameBytes,
    Uint8Array.of(7, valueBytes.length >> 8, valueBytes.length & 0xff),
    valueBytes,
  ])
}

function bigEndian(...numbers: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4 * numbers.length))
  for (const [index, number] of numbers.entries()) bytes.setUint32(4 * index, number)
  return new Uint8Array(bytes.buffer)
}

/** A frame: its lengths with their checksum, headers, payload, and the checksum of all of it. */
function frame(type: string, payload: JsonObject): Uint8Array {
  const headers = concatenate([
    frameHeader(':event-type', type),
    frameHeader(':content-type', 'application/json'),
    frameHeader(':message-type', 'event'),
  ])
  const body = encoder.encode(JSON.stringify(payload))
  const lengths = bigEndian(16 + headers.length + body.length, headers.length)
  const unsigned = concatenate([lengths, bigEndian(crc32(lengths)), headers, body])
  return concatenate([unsigned, bigEndian(crc32(unsigned))])
}

export const converse: ReplyFormat = {
  path: /\/converse(?:-stream)?$/,
  streamPath: /\/converse-stream$/,
  contentType: 'application/vnd.amazon.eventstream',
  whole: (_model, text) => ({
    output: { message: { role: 'assistant', content: [{ text }] } },
    stopReason: 'end_turn',
    usage: usage(text),
    metrics: { latencyMs: 1 },
  }),
  streamed: (_model, pieces) => ({
    opening: [frame('messageStart', { role: 'assistant' })],
    contents: pieces.map(text => frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } })),
    closing: [
      frame('contentBlockStop', { contentBlockIndex: 0 }),
      frame('messageStop', { stopReason: 'end_turn' }),
      frame('metadata', { usage: usage(pieces.join('')), metrics: { latencyMs: 1 } }),
    ],
  }),
}
