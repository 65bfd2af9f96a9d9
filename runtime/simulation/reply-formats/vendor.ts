// Replies in the vendor's schema: chats, completions, embeddings, responses.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { chatChoice, chatChunk, chatCompletion, chatMessage } from '../../wire/chat.ts'
import { usageShape } from '../../wire/usage.ts'
import { namedEvent, type ReplyFormat, tokensOf, unnamedEvent } from './reply-format.ts'

const PROMPT_TOKENS = 10
const CREATED = 1_767_225_600
const DONE = 'data: [DONE]\n\n'

const usage = (text: string): JsonObject => usageShape({ prompt: PROMPT_TOKENS, completion: tokensOf(text) })
const head = (model: string) => ({ id: 'chatcmpl-simulated', created: CREATED, model })

const chat: ReplyFormat = {
  path: /\/chat\/completions$/,
  whole: (model, text) =>
    chatCompletion(
      head(model),
      [chatChoice(0, chatMessage({ content: text, toolCalls: [] }), 'stop')],
      usage(text),
    ),
  streamed: (model, pieces) => ({
    opening: [unnamedEvent(chatChunk(head(model), { role: 'assistant', content: '', refusal: null }))],
    contents: pieces.map(piece => unnamedEvent(chatChunk(head(model), { content: piece }))),
    closing: [unnamedEvent(chatChunk(head(model), {}, 'stop')), DONE],
  }),
}

const textChoice = (text: string, finish: string | null): JsonObject => ({
  text,
  index: 0,
  logprobs: null,
  finish_reason: finish,
})
const completionHead = (model: string) => ({
  id: 'cmpl-simulated',
  object: 'text_completion',
  created: CREATED,
  model,
})

const completion: ReplyFormat = {
  path: /(?<!\/chat)\/completions$/,
  whole: (model, text) => ({
    ...completionHead(model),
    choices: [textChoice(text, 'stop')],
    usage: usage(text),
  }),
  streamed: (model, pieces) => ({
    opening: [],
    contents: pieces.map(piece =>
      unnamedEvent({ ...completionHead(model), choices: [textChoice(piece, null)] }),
    ),
    closing: [unnamedEvent({ ...completionHead(model), choices: [textChoice('', 'stop')] }), DONE],
  }),
}

const embedding: ReplyFormat = {
  path: /\/embeddings$/,
  whole: model => ({
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [1, 0, 0, 0] }],
    model,
    usage: { prompt_tokens: PROMPT_TOKENS, total_tokens: PROMPT_TOKENS },
  }),
}

const responseOf = (model: string, text: string, status: string): JsonObject => ({
  id: 'resp_simulated',
  object: 'response',
  created_at: CREATED,
  status,
  model,
  output:
    status === 'completed'
      ? [
          {
            type: 'message',
            id: 'msg_simulated',
            status,
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]
      : [],
  usage: {
    input_tokens: PROMPT_TOKENS,
    output_tokens: tokensOf(text),
    total_tokens: PROMPT_TOKENS + tokensOf(text),
  },
})

const response: ReplyFormat = {
  path: /\/responses$/,
  whole: (model, text) => responseOf(model, text, 'completed'),
  streamed: (model, pieces) => {
    const text = pieces.join('')
    const created = { type: 'response.created', response: responseOf(model, '', 'in_progress') }
    const completed = { type: 'response.completed', response: responseOf(model, text, 'completed') }
    return {
      opening: [namedEvent('response.created', created)],
      contents: pieces.map(delta =>
        namedEvent('response.output_text.delta', {
          type: 'response.output_text.delta',
          item_id: 'msg_simulated',
          output_index: 0,
          content_index: 0,
          delta,
        }),
      ),
      closing: [namedEvent('response.completed', completed)],
    }
  },
}

export const vendorFormats: readonly ReplyFormat[] = [chat, completion, embedding, response]
