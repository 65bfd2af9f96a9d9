// The mock's chat/completions: an answer as a whole reply or as a stream, in the OpenAI schema.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, isObject } from '../../../schemas/values/json.ts'
import { encodeDone, encodeEvent } from '../../streams/server-sent-events.ts'
import {
  type ChatHead,
  chatChoice,
  chatChunk,
  chatCompletion,
  chatMessage,
  toolCallDelta,
  toolCallStart,
  usageChunk,
} from '../../wire/chat.ts'
import { contentText } from '../../wire/content.ts'
import { usageShape } from '../../wire/usage.ts'
import { answerChat, type ChatAnswer } from './answer-chat.ts'
import { jsonReply, type MockReply, streamReply } from './mock-reply.ts'
import type { MockRequest } from './mock-request.ts'
import { countWords, splitWords } from './words.ts'

export function chat(request: MockRequest): MockReply {
  const { body, behaviour, mark, model, created } = request
  const answer = answerChat(body, behaviour, mark)
  const head: ChatHead = { id: `chatcmpl-${mark}`, created, model }
  const copies = Math.min(Math.max(asCount(body['n']) ?? 1, 1), 16)
  const usage = usageShape({
    prompt: asList(body['messages'])
      .map(message => countWords(contentText(asObject(message)['content'])))
      .reduce((sum, count) => sum + count, 0),
    completion: copies * tokensOf(answer),
  })
  if (body['stream'] === true) return streamReply(chatEvents(head, answer, copies, usage, body))
  const message = chatMessage({ content: answer.text, toolCalls: answer.toolCalls })
  const choices = Array.from({ length: copies }, (_, index) => chatChoice(index, message, answer.finish))
  return jsonReply(200, chatCompletion(head, choices, usage))
}

const tokensOf = (answer: ChatAnswer): number =>
  [answer.text ?? '', ...answer.toolCalls.map(call => `${call.name} ${call.arguments}`)]
    .map(countWords)
    .reduce((sum, count) => sum + count, 0)

function chatEvents(
  head: ChatHead,
  answer: ChatAnswer,
  copies: number,
  usage: JsonObject,
  body: JsonObject,
): readonly Uint8Array[] {
  const includeUsage = asObject(body['stream_options'])['include_usage'] === true
  const emptyUsage: { readonly usage?: Json } = includeUsage ? { usage: null } : {}
  const chunks = Array.from({ length: copies }, (_, index) =>
    deltas(answer).map(([delta, finish]) => ({ ...chatChunk(head, delta, finish, index), ...emptyUsage })),
  ).flat()
  return [...chunks, ...(includeUsage ? [usageChunk(head, usage)] : [])].map(encodeEvent).concat(encodeDone())
}

type Delta = readonly [delta: JsonObject, finish: string | null]

/** Role first, then the text word by word and each tool call in two deltas, then the finish. */
function deltas(answer: ChatAnswer): readonly Delta[] {
  const opening = { role: 'assistant', content: answer.text === null ? null : '', refusal: null }
  const middle = [
    ...splitWords(answer.text ?? '').map(word => ({ content: word })),
    ...answer.toolCalls.flatMap((call, index) => [
      toolCallStart(index, { ...call, arguments: '' }),
      toolCallDelta(index, call.arguments),
    ]),
  ]
  return [opening, ...middle].map((delta): Delta => [delta, null]).concat([[{}, answer.finish]])
}

/** The parameter of a chat that is missing or malformed, undefined for a valid one. */
export function invalidChatParameter(body: JsonObject): string | undefined {
  const messages = body['messages']
  const isValid =
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every(message => isObject(message) && typeof message['role'] === 'string')
  return isValid ? undefined : 'messages'
}
