// A chat or completion → chunks: the role, the content in one delta, the finish reason, usage if requested, `[DONE]`.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, isList, isObject } from '../../../schemas/values/json.ts'
import { encodeDone, encodeEvent } from '../../streams/server-sent-events.ts'

export function toChunkEvents(reply: JsonObject, includeUsage: boolean): readonly Uint8Array[] | undefined {
  const { choices, usage, object, ...head } = reply
  if (!isList(choices)) return undefined
  const isText = object === 'text_completion'
  const frame = { ...head, object: isText ? 'text_completion' : 'chat.completion.chunk' }
  const chunks = choices.filter(isObject).flatMap(isText ? textChunks : chatChunks)
  const events: JsonObject[] = chunks.map(choice => ({
    ...frame,
    choices: [choice],
    ...(includeUsage ? { usage: null } : {}),
  }))
  if (includeUsage && usage !== undefined) events.push({ ...frame, choices: [], usage })
  return [...events.map(encodeEvent), encodeDone()]
}

const textChunks = ({ finish_reason: finish, ...choice }: JsonObject): readonly JsonObject[] => [
  { ...choice, finish_reason: finish ?? null },
]

function chatChunks({
  index = 0,
  message,
  finish_reason: finish,
  logprobs = null,
}: JsonObject): readonly JsonObject[] {
  const { tool_calls: calls, role = 'assistant', ...content } = isObject(message) ? message : {}
  const numberedCalls = asList(calls)
    .filter(isObject)
    .map((call, callIndex) => ({ index: callIndex, ...call }))
  const delta = { ...content, ...(numberedCalls.length === 0 ? {} : { tool_calls: numberedCalls }) }
  return [
    {
      index,
      delta: { role, content: content['content'] === null ? null : '' },
      logprobs: null,
      finish_reason: null,
    },
    { index, delta, logprobs, finish_reason: null },
    { index, delta: {}, logprobs: null, finish_reason: finish ?? 'stop' },
  ]
}
