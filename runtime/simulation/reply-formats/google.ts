// Replies of Gemini's generateContent, also at Vertex AI.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type ReplyFormat, tokensOf, unnamedEvent } from './reply-format.ts'

const PROMPT_TOKENS = 10

const candidate = (model: string, text: string, finish: string | undefined): JsonObject => ({
  candidates: [
    {
      content: { role: 'model', parts: [{ text }] },
      index: 0,
      ...(finish === undefined ? {} : { finishReason: finish }),
    },
  ],
  usageMetadata: {
    promptTokenCount: PROMPT_TOKENS,
    candidatesTokenCount: tokensOf(text),
    totalTokenCount: PROMPT_TOKENS + tokensOf(text),
  },
  modelVersion: model,
  responseId: 'simulated',
})

export const generateContent: ReplyFormat = {
  path: /:(?:g|streamG)enerateContent$/,
  streamPath: /:streamGenerateContent$/,
  whole: (model, text) => candidate(model, text, 'STOP'),
  streamed: (model, pieces) => ({
    opening: [],
    contents: pieces.map(piece => unnamedEvent(candidate(model, piece, undefined))),
    closing: [unnamedEvent(candidate(model, '', 'STOP'))],
  }),
}
