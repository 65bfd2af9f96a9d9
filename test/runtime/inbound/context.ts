// The contexts of inbound APIs in tests.

import type { InboundContext } from '../../../runtime/inbound/inbound-api.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'

export const context: InboundContext = {
  request: { model: 'asked', input: 'hello', max_tokens: 9 },
  model: 'asked',
  now: 1_700_000_000,
  identifier: '0123456789abcdef0123456789abcdef',
}

/** A whole chat with one choice. */
export const chat = (message: JsonObject, choice: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'told',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', ...message },
      logprobs: null,
      finish_reason: 'stop',
      ...choice,
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  ...more,
})

/** A chunk with one delta. */
export const chunk = (delta: JsonObject, choice: JsonObject = {}): JsonObject => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'told',
  choices: [{ index: 0, delta, finish_reason: null, ...choice }],
})

export const callPiece = (
  index: number,
  id: string | undefined,
  name: string | undefined,
  text: string,
): JsonObject => ({
  tool_calls: [
    {
      index,
      ...(id === undefined ? {} : { id, type: 'function' }),
      function: { ...(name === undefined ? {} : { name }), arguments: text },
    },
  ],
})
