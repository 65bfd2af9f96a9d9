// A whole vendor reply → the stream that spells it, for a client that streams what was kept whole.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { encodeDone, encodeEvent } from '../streams/server-sent-events.ts'

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The bytes of the stream: the role first, the content in one piece, the finish, usage when asked, `[DONE]`. */
export function unfold(reply: JsonObject, includeUsage: boolean): readonly Uint8Array[] {
  const { choices, usage, object, ...head } = reply
  const isText = object === 'text_completion'
  const frame = { ...head, object: isText ? 'text_completion' : 'chat.completion.chunk' }
  const list = (Array.isArray(choices) ? (choices as readonly Json[]) : []).filter(isObject)
  const chunks = list.flatMap(choice => (isText ? textChunks(choice) : chatChunks(choice)))
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
  const numbered = (Array.isArray(calls) ? (calls as readonly Json[]) : [])
    .filter(isObject)
    .map((call, place) => ({ index: place, ...call }))
  const delta = { ...content, ...(numbered.length === 0 ? {} : { tool_calls: numbered }) }
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
