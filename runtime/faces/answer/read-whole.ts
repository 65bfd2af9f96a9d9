// The output of a non-streamed chat.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { unfold } from './unfold.ts'

export function readWhole(chat: JsonObject, identifier: string): Answer {
  const reader = readAnswer(identifier)
  for (const chunk of unfold(chat)) reader.take(chunk)
  reader.finish()
  return reader.answer
}
