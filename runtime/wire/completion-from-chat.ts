// A chat reply as a text completion, whole and in chunks: for providers whose text completions have the shapes of a
// chat.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../schemas/values/json.ts'
import type { ChatHead } from './chat.ts'
import { contentText } from './content.ts'
import { finishReason } from './finish-reason.ts'

/** `message` is a message or a delta; a refusal is the text of its choice. */
function textOf(message: JsonObject): string {
  const { content = null, refusal = null } = message
  return (typeof content === 'string' ? content : contentText(content)) || (asText(refusal) ?? '')
}

/** A choice of a chat; its finish reason is null in a stream until the text is complete. */
function completionChoice(choice: JsonObject, message: JsonObject, position: number): JsonObject {
  const finish = asText(choice['finish_reason']) || null
  return {
    text: textOf(message),
    index: choice['index'] ?? position,
    logprobs: null,
    finish_reason: finish && finishReason(finish, false),
  }
}

export function completionFromChat(chat: JsonObject, head: ChatHead): JsonObject {
  const choices = asList(chat['choices'])
    .map(asObject)
    .map((choice, position) => ({
      ...completionChoice(choice, asObject(choice['message']), position),
      finish_reason: finishReason(asText(choice['finish_reason']), false),
    }))
  return completionObject(chat, head, choices, chat['usage'] ?? null)
}

/** The chunk of a completion for a chunk of a chat; undefined if it has nothing that a completion contains. */
export function completionChunk(
  chunk: JsonObject,
  head: ChatHead,
  includeUsage: boolean,
): JsonObject | undefined {
  const choices = asList(chunk['choices'])
    .map(asObject)
    .map((choice, position) => completionChoice(choice, asObject(choice['delta']), position))
    .filter(({ text, finish_reason: finish }) => text !== '' || finish !== null)
  const usage = includeUsage ? (chunk['usage'] ?? null) : null
  return choices.length === 0 && usage === null ? undefined : completionObject(chunk, head, choices, usage)
}

/** `chat` is a whole chat or a chunk. */
const completionObject = (
  chat: JsonObject,
  head: ChatHead,
  choices: readonly JsonObject[],
  usage: JsonObject['usage'],
): JsonObject => ({
  id: head.id,
  object: 'text_completion',
  created: head.created,
  model: asText(chat['model']) || head.model,
  choices,
  ...(isObject(usage) ? { usage } : {}),
})
