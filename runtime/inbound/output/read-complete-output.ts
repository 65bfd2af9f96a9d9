// The output of a non-streamed chat.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type ChatOutput, readOutput } from './read-output.ts'
import { replyToChunks } from './reply-to-chunks.ts'

export function readCompleteOutput(
  chat: JsonObject,
  identifier: string,
  customTools?: ReadonlySet<string>,
  separatesTexts?: boolean,
): ChatOutput {
  const reader = readOutput(identifier, customTools, separatesTexts)
  for (const chunk of replyToChunks(chat)) reader.add(chunk)
  reader.finish()
  return reader.output
}
