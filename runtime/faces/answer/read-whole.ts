// The answer of a whole chat.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Answer, readAnswer } from './read-answer.ts'
import { unfold } from './unfold.ts'

export function readWhole(chat: JsonObject, identifier: string): Answer {
  const reader = readAnswer(identifier)
  for (const chunk of unfold(chat)) reader.take(chunk)
  reader.finish()
  return reader.answer
}
