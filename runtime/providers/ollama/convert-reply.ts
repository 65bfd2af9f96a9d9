// A whole reply → a chat completion. It has no id.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asText, isObject } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { toChatCompletion, unreadableReply } from '../../wire/chat-completion.ts'
import { vendorError } from '../../wire/error.ts'
import { callArguments } from '../../wire/history.ts'
import { usageShape } from '../../wire/usage.ts'
import { type OllamaMessage, readMessage, readUsage } from './read-message.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  if (body['error'] !== undefined) return unreadableReply(vendorError(body, 200).message)
  if (!isObject(body['message'])) return unreadableReply('The provider returned no message.')
  const message = readMessage(body['message'], context.identifier, 0)
  return toChatCompletion(
    {
      id: `chatcmpl-${context.identifier}`,
      model: asText(body['model']) ?? context.model,
      text: message.text,
      calls: message.calls,
      blocks: blocksOf(message),
      nativeReason: asText(body['done_reason']),
      usage: readUsage(body) ?? usageShape({ prompt: 0, completion: 0 }),
    },
    context,
  )
}

const blocksOf = ({ thinking, text, calls }: OllamaMessage): readonly JsonObject[] => [
  ...(thinking === '' ? [] : [{ type: 'thinking', thinking }]),
  ...(text === '' ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, arguments: written }) => ({
    type: 'tool_use',
    id,
    name,
    input: callArguments(written) ?? {},
  })),
]
