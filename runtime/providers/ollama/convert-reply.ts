// A whole reply → a chat completion. It has no id.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { answerReply, misunderstood } from '../wire/answer.ts'
import { vendorError } from '../wire/error.ts'
import { callArguments } from '../wire/history.ts'
import { asText, isObject } from '../wire/json.ts'
import { usageShape } from '../wire/usage.ts'
import { type Message, readMessage, readUsage } from './read-message.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return misunderstood("The provider's reply is not a JSON object.")
  if (body['error'] !== undefined) return misunderstood(vendorError(body, 200).message)
  if (!isObject(body['message'])) return misunderstood('The provider returned no message.')
  const message = readMessage(body['message'], context.identifier, 0)
  return answerReply(
    {
      id: `chatcmpl-${context.identifier}`,
      model: asText(body['model']) ?? context.model,
      text: message.text,
      calls: message.calls,
      blocks: blocksOf(message),
      ending: asText(body['done_reason']),
      usage: readUsage(body) ?? usageShape({ prompt: 0, completion: 0 }),
    },
    context,
  )
}

const blocksOf = ({ thinking, text, calls }: Message): readonly JsonObject[] => [
  ...(thinking === '' ? [] : [{ type: 'thinking', thinking }]),
  ...(text === '' ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, arguments: written }) => ({
    type: 'tool_use',
    id,
    name,
    input: callArguments(written) ?? {},
  })),
]
