// The result of a chat or a completion for a client, whole or streamed, and the expected one according to the
// recording.

import { readEvents } from '../../runtime/streams/server-sent-events.ts'
import type { ServerSentEvent } from '../../runtime/values/server-sent-event.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, parseJson } from '../../schemas/values/json.ts'

export interface ResultCall {
  readonly id: Json
  readonly name: Json
  readonly arguments: Json
}

export interface ClientResult {
  readonly text: string
  readonly reasoning: string
  readonly refusal: string
  readonly calls: readonly ResultCall[]
  readonly finish: Json
  readonly usage: Json
}

export const eventsIn: (bytes: Uint8Array) => readonly ServerSentEvent[] = readEvents

/** The JSON of a stream's events, without `[DONE]`. */
export const chunksIn = (bytes: Uint8Array): readonly JsonObject[] =>
  eventsIn(bytes)
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => asObject(parseJson(data)))

const textIn = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : asList(content)
        .map(part => asText(asObject(part)['text']) ?? '')
        .join('')

/** Native blocks repeat what the fields for plain text have. */
const reasoningIn = (message: JsonObject): string => {
  const { reasoning_content: long, reasoning: short, content, content_blocks: blocks } = message
  const inBlocks = asList(blocks).map(asObject).map(thinkingOfBlock).join('')
  if (inBlocks !== '') return inBlocks
  const parts = asList(content).map(part => textIn(asObject(part)['thinking']))
  return [asText(long) ?? asText(short) ?? '', ...parts].join('')
}

const thinkingOfBlock = (block: JsonObject): string =>
  asText({ ...block, ...asObject(block['content_block']), ...asObject(block['delta']) }['thinking']) ?? ''

/** The result of the first choice. */
export function readWhole(body: JsonObject): ClientResult {
  const choice = asObject(asList(body['choices'])[0])
  const message = asObject(choice['message'])
  return {
    text: textIn(message['content']) + (asText(choice['text']) ?? ''),
    reasoning: reasoningIn(message),
    refusal: asText(message['refusal']) ?? '',
    calls: asList(message['tool_calls'])
      .map(asObject)
      .filter(call => isObject(call['function']))
      .map(toCall),
    finish: choice['finish_reason'] ?? null,
    usage: body['usage'] ?? null,
  }
}

export function readStream(chunks: readonly JsonObject[]): ClientResult {
  const choices = chunks
    .flatMap(chunk => asList(chunk['choices']).map(asObject))
    .filter(each => (each['index'] ?? 0) === 0)
  const deltas = choices.map(choice => asObject(choice['delta']))
  const joined = (read: (delta: JsonObject) => string): string => deltas.map(read).join('')
  return {
    text: choices
      .map(({ delta, text }) =>
        delta === undefined ? (asText(text) ?? '') : textIn(asObject(delta)['content']),
      )
      .join(''),
    reasoning: joined(reasoningIn),
    refusal: joined(delta => asText(delta['refusal']) ?? ''),
    calls: foldCalls(deltas.flatMap(delta => asList(delta['tool_calls']).map(asObject))),
    finish:
      choices.map(choice => choice['finish_reason']).findLast(finish => typeof finish === 'string') ?? null,
    usage:
      chunks.map(chunk => chunk['usage']).findLast(usage => usage !== undefined && usage !== null) ?? null,
  }
}

/** A new id under an old index is a new call; a delta without an index continues the last one. */
function foldCalls(pieces: readonly JsonObject[]): readonly ResultCall[] {
  const calls: { index: Json; id: Json; name: Json; text: string }[] = []
  for (const piece of pieces) {
    const { name = null, arguments: written } = asObject(piece['function'])
    const id = asText(piece['id']) || null
    const { index = calls.at(-1)?.index ?? 0 } = piece
    const open = calls.findLast(each => each.index === index && (id === null || each.id === id))
    const text = typeof written === 'string' ? written : isObject(written) ? JSON.stringify(written) : ''
    if (open === undefined) calls.push({ index, id, name, text })
    else open.text += text
  }
  return calls.map(({ id, name, text }) => ({ id, name, arguments: argumentsIn(text) }))
}

const toCall = (call: JsonObject): ResultCall => {
  const { name = null, arguments: written = null } = asObject(call['function'])
  return {
    id: asText(call['id']) || null,
    name,
    arguments: argumentsIn(asText(written) ?? JSON.stringify(written)),
  }
}

/** Parsed arguments; missing ones and `null` are empty. Invalid JSON is empty as well. */
export const argumentsIn = (text: string): Json => (text === '' ? {} : (parseJson(text) ?? {}))
