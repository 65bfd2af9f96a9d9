// A non-streamed chat as the chunks of a stream, so that both are converted by the same code. Native blocks
// (`content_blocks`) give the order of text, thinking and calls.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, isObject, present } from '../../providers/wire/json.ts'

export function unfold(chat: JsonObject): readonly JsonObject[] {
  const choice = asObject(asList(chat['choices']).find(isObject))
  const head = present({ model: chat['model'], service_tier: chat['service_tier'] })
  const deltas = deltasOf(asObject(choice['message']))
  const { message: _, logprobs, ...ending } = choice
  const texts = deltas.findIndex(delta => 'content' in delta)
  const chunks = deltas.map((delta, place) => ({
    ...head,
    choices: [present({ index: 0, delta, logprobs: place === texts ? logprobs : undefined })],
  }))
  return [...chunks, { ...head, choices: [{ ...ending, index: 0, delta: {} }], usage: chat['usage'] ?? null }]
}

function deltasOf(message: JsonObject): readonly JsonObject[] {
  const {
    content = null,
    tool_calls: made,
    content_blocks: given,
    refusal = null,
    annotations,
    ...others
  } = message
  const calls = asList(made)
    .filter(isObject)
    .map((call, index): JsonObject => ({ ...call, index }))
  const blocks = asList(given).filter(isObject)
  const inBlocks = blocks.flatMap((block, index) => deltaOf(block, index, calls))
  const told = new Set(inBlocks.flatMap(delta => asList(delta['tool_calls'])))
  const hasText = inBlocks.some(delta => 'content' in delta)
  const { extra_content: extra, ...reasoning } = others
  return [
    // First, because it precedes the calls.
    ...(extra === undefined ? [] : [{ extra_content: extra }]),
    ...(blocks.length > 0 ? inBlocks : [reasoning]),
    present({
      content: hasText ? undefined : content,
      annotations,
      refusal,
      tool_calls: calls.filter(call => !told.has(call)),
    }),
  ]
}

function deltaOf(block: JsonObject, index: number, calls: readonly JsonObject[]): readonly JsonObject[] {
  const { type, text, id } = block
  if (type === 'text') return typeof text === 'string' ? [{ content: text }] : []
  if (type !== 'tool_use') return [{ content_blocks: [{ index, content_block: block } satisfies Json] }]
  const call = calls.find(each => each['id'] === id)
  return call === undefined ? [] : [{ tool_calls: [call] }]
}
