// Replies of Cohere's chat.
import { namedEvent, type ReplyFormat, tokensOf } from './reply-format.ts'

const usage = (text: string) => ({ tokens: { input_tokens: 10, output_tokens: tokensOf(text) } })

export const cohereChat: ReplyFormat = {
  path: /\/v2\/chat$/,
  whole: (_model, text) => ({
    id: 'simulated',
    finish_reason: 'COMPLETE',
    message: { role: 'assistant', content: [{ type: 'text', text }] },
    usage: usage(text),
  }),
  streamed: (_model, pieces) => ({
    opening: [
      namedEvent('message-start', {
        type: 'message-start',
        id: 'simulated',
        delta: { message: { role: 'assistant' } },
      }),
      namedEvent('content-start', {
        type: 'content-start',
        index: 0,
        delta: { message: { content: { type: 'text', text: '' } } },
      }),
    ],
    contents: pieces.map(text =>
      namedEvent('content-delta', {
        type: 'content-delta',
        index: 0,
        delta: { message: { content: { text } } },
      }),
    ),
    closing: [
      namedEvent('content-end', { type: 'content-end', index: 0 }),
      namedEvent('message-end', {
        type: 'message-end',
        delta: { finish_reason: 'COMPLETE', usage: usage(pieces.join('')) },
      }),
    ],
  }),
}
