// Replies of Ollama's own chat: streams are lines of JSON.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type ReplyFormat, tokensOf } from './reply-format.ts'

const part = (model: string, content: string, done: boolean): JsonObject => ({
  model,
  created_at: '2026-01-01T00:00:00Z',
  message: { role: 'assistant', content },
  done,
})
const counts = (text: string): JsonObject => ({
  done_reason: 'stop',
  prompt_eval_count: 10,
  eval_count: tokensOf(text),
})
const line = (value: JsonObject): string => `${JSON.stringify(value)}\n`

export const ollamaChat: ReplyFormat = {
  path: /\/api\/chat$/,
  contentType: 'application/x-ndjson',
  whole: (model, text) => ({ ...part(model, text, true), ...counts(text) }),
  streamed: (model, pieces) => ({
    opening: [],
    contents: pieces.map(piece => line(part(model, piece, false))),
    closing: [line({ ...part(model, '', true), ...counts(pieces.join('')) })],
  }),
}
