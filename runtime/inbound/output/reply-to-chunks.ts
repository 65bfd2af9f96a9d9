// A non-streamed chat as the chunks of a stream, so that both are converted by the same code. Native blocks
// (`content_blocks`) give the order of text, thinking and calls.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isObject, present } from '../../../schemas/values/json.ts'

export function replyToChunks(chat: JsonObject): readonly JsonObject[] {
  const choice = asObject(asList(chat['choices']).find(isObject))
  const head = present({ model: chat['model'], service_tier: chat['service_tier'] })
  const deltas = deltasOf(asObject(choice['message']))
  const { message: _, logprobs, ...finish } = choice
  const firstTextIndex = deltas.findIndex(delta => 'content' in delta)
  const chunks = deltas.map((delta, index) => ({
    ...head,
    choices: [present({ index: 0, delta, logprobs: index === firstTextIndex ? logprobs : undefined })],
  }))
  return [...chunks, { ...head, choices: [{ ...finish, index: 0, delta: {} }], usage: chat['usage'] ?? null }]
}

function deltasOf(message: JsonObject): readonly JsonObject[] {
  const {
    content = null,
    tool_calls: toolCalls,
    content_blocks: contentBlocks,
    refusal = null,
    annotations,
    ...others
  } = message
  const calls = asList(toolCalls)
    .filter(isObject)
    .map((call, index): JsonObject => ({ ...call, index }))
  const blocks = asList(contentBlocks).filter(isObject)
  const blockDeltas = blocks.flatMap((block, index) => deltaOf(block, index, calls))
  const callsInBlocks = new Set(blockDeltas.flatMap(delta => asList(delta['tool_calls'])))
  const hasText = blockDeltas.some(delta => 'content' in delta)
  const { extra_content: extra, ...reasoning } = others
  return [
    // First, because it precedes the calls.
    ...(extra === undefined ? [] : [{ extra_content: extra }]),
    ...(blocks.length > 0 ? blockDeltas : [reasoning]),
    present({
      content: hasText ? undefined : content,
      annotations,
      refusal,
      tool_calls: calls.filter(call => !callsInBlocks.has(call)),
    }),
  ]
}

function deltaOf(block: JsonObject, index: number, calls: readonly JsonObject[]): readonly JsonObject[] {
  const { type, text, id } = block
  // Cited text is in a native block, next to its citations.
  if (type === 'text' || (type === 'converse_block' && typeof text === 'string'))
    return typeof text === 'string'
      ? [{ content: text, content_blocks: textEntries(block, text, index) }]
      : []
  if (type !== 'tool_use') return [{ content_blocks: [{ index, content_block: block } satisfies Json] }]
  const call = calls.find(each => each['id'] === id)
  return call === undefined ? [] : [{ tool_calls: [call] }]
}

/** The entries of a block of text as in a stream: the text, then its citations. */
function textEntries({ block }: JsonObject, text: string, index: number): readonly JsonObject[] {
  const { citations } = asObject(asObject(block)['citationsContent'])
  return [
    { index, delta: { type: 'text_delta', text } },
    ...asList(citations).map(citation => ({ index, delta: { type: 'citations_delta', citation } })),
  ]
}
