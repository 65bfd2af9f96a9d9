// Streams of the benchmark: a completion of 198 words in each dialect, encoded beforehand. The first path segment of
// a request selects the stream.
import { eventFrame } from '../runtime/streams/aws-event-bytes.ts'

const WORDS = 198
const words = <T>(make: () => T): readonly T[] => Array.from({ length: WORDS }, make)
const encoder = new TextEncoder()

const unnamed = (value: object, end = '\n'): Uint8Array =>
  encoder.encode(`data: ${JSON.stringify(value)}${end}${end}`)
const named = (type: string, more: object): Uint8Array =>
  encoder.encode(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)

const chunk = (delta: object, finish: string | null = null, more: object = {}): Uint8Array =>
  unnamed({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'bench',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  })
/** As every chunk is where usage was asked for. */
const UNCOUNTED = { usage: null, obfuscation: 'aBcDeF' }

const part = (text: string, more: object = {}): Uint8Array =>
  unnamed(
    {
      candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0, ...more }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: WORDS, totalTokenCount: 10 + WORDS },
      modelVersion: 'bench',
      responseId: 'bench',
    },
    '\r\n',
  )

export interface BenchStream {
  readonly type: string
  readonly pieces: readonly Uint8Array[]
}

export const streams: Readonly<Record<string, BenchStream>> = {
  stream: {
    type: 'text/event-stream',
    pieces: [
      chunk({ role: 'assistant', content: '' }),
      ...words(() => chunk({ content: 'word ' })),
      chunk({}, 'stop'),
      encoder.encode('data: [DONE]\n\n'),
    ],
  },
  counted: {
    type: 'text/event-stream',
    pieces: [
      chunk({ role: 'assistant', content: '' }, null, UNCOUNTED),
      ...words(() => chunk({ content: 'word ' }, null, UNCOUNTED)),
      chunk({}, 'stop', UNCOUNTED),
      unnamed({
        choices: [],
        usage: { prompt_tokens: 10, completion_tokens: WORDS, total_tokens: 10 + WORDS },
      }),
      encoder.encode('data: [DONE]\n\n'),
    ],
  },
  // Sentences of nine words, so that stream windows have boundaries.
  paced: {
    type: 'text/event-stream',
    pieces: [
      chunk({ role: 'assistant', content: '' }),
      ...words(() => chunk({ content: 'word ' })).map((piece, at) =>
        at % 9 === 8 ? chunk({ content: 'word. ' }) : piece,
      ),
      chunk({}, 'stop'),
      encoder.encode('data: [DONE]\n\n'),
    ],
  },
  anthropic: {
    type: 'text/event-stream',
    pieces: [
      named('message_start', {
        message: {
          id: 'msg_bench',
          role: 'assistant',
          model: 'bench',
          content: [],
          usage: { input_tokens: 10 },
        },
      }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...words(() =>
        named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'word ' } }),
      ),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: WORDS } }),
      named('message_stop', {}),
    ],
  },
  bedrock: {
    type: 'application/vnd.amazon.eventstream',
    pieces: [
      eventFrame('messageStart', { role: 'assistant' }),
      ...words(() =>
        eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'word ' }, p: 'abcdefgh' }),
      ),
      eventFrame('contentBlockStop', { contentBlockIndex: 0 }),
      eventFrame('messageStop', { stopReason: 'end_turn' }),
      eventFrame('metadata', { usage: { inputTokens: 10, outputTokens: WORDS, totalTokens: 10 + WORDS } }),
    ],
  },
  google: {
    type: 'text/event-stream',
    pieces: [...words(() => part('word ')), part('', { finishReason: 'STOP' })],
  },
}
