// Replies of Anthropic's Messages API, also where clouds serve it.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { namedEvent, type ReplyFormat, tokensOf } from './reply-format.ts'

const INPUT_TOKENS = 10

const message = (model: string, content: readonly JsonObject[], stop: string | null, output: number) => ({
  id: 'msg_simulated',
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: stop,
  stop_sequence: null,
  usage: { input_tokens: INPUT_TOKENS, output_tokens: output },
})

export const messages: ReplyFormat = {
  path: /\/messages$|:(?:streamR|r)awPredict$/,
  streamPath: /:streamRawPredict$/,
  whole: (model, text) => message(model, [{ type: 'text', text }], 'end_turn', tokensOf(text)),
  streamed: (model, pieces) => ({
    opening: [
      namedEvent('message_start', { type: 'message_start', message: message(model, [], null, 1) }),
      namedEvent('content_block_start', {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'text', text: '' },
      }),
    ],
    contents: pieces.map(text =>
      namedEvent('content_block_delta', {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      }),
    ),
    closing: [
      namedEvent('content_block_stop', { type: 'content_block_stop', index: 0 }),
      namedEvent('message_delta', {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: tokensOf(pieces.join('')) },
      }),
      namedEvent('message_stop', { type: 'message_stop' }),
    ],
  }),
}
