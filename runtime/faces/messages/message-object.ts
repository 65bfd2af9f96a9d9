// The message object.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Answer } from '../answer/read-answer.ts'
import type { FaceContext } from '../face.ts'
import { wholeBlock } from './answer-blocks.ts'
import { stopOf, usageOf } from './ending.ts'

/** A message at its start: stop reason and usage are not known yet. */
export const begunMessage = (answer: Answer, { model, identifier }: FaceContext): JsonObject => ({
  id: `msg_${identifier}`,
  type: 'message',
  role: 'assistant',
  model: answer.model ?? model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: usageOf(undefined),
})

export const wholeMessage = (answer: Answer, context: FaceContext): JsonObject => ({
  ...begunMessage(answer, context),
  content: answer.parts.map(wholeBlock),
  ...stopOf(answer),
  usage: usageOf(answer.usage),
})
