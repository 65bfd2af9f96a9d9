// What a Messages request may consist of: names of fields and blocks.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import type { Placed } from './rule.ts'
import { placed } from './rule.ts'

export const FIELDS = `model messages max_tokens system stream tools tool_choice thinking metadata temperature top_p top_k
  stop_sequences output_config service_tier cache_control container inference_geo`

/** Fields that the API has only with a beta feature of the request. */
export const BETA_FIELDS: Readonly<Record<string, string>> = {
  context_management: 'context-management-2025-06-27',
  mcp_servers: 'mcp-client-2025-11-20',
  output_format: 'structured-outputs-2025-11-13',
}

export const BLOCKS: Readonly<Record<string, string>> = {
  text: 'type text citations cache_control',
  image: 'type source cache_control',
  document: 'type source title context citations cache_control',
  thinking: 'type thinking signature',
  redacted_thinking: 'type data',
  tool_use: 'type id name input caller cache_control',
  tool_result: 'type tool_use_id content is_error cache_control',
}

export const TOOL = `type name description input_schema strict cache_control eager_input_streaming defer_loading
  allowed_callers input_examples`

/** A turn with its blocks; a text is one block. */
export interface Turn {
  readonly role: string
  readonly at: string
  readonly blocks: readonly Placed[]
}

export function turnsOf(body: JsonObject): readonly Turn[] {
  return placed(body['messages'], 'messages').map(({ value, at }) => {
    const text = asText(value['content'])
    const blocks =
      text === undefined ? placed(value['content'], `${at}.content`) : [{ value: { type: 'text', text }, at }]
    return { role: asText(value['role']) ?? '', at, blocks }
  })
}

/** The blocks of all turns, and those within results. */
export const allBlocks = (body: JsonObject): readonly Placed[] =>
  turnsOf(body).flatMap(({ blocks }) =>
    blocks.flatMap(block => [
      block,
      ...(block.value['type'] === 'tool_result' && Array.isArray(block.value['content'])
        ? placed(block.value['content'], `${block.at}.content`)
        : []),
    ]),
  )

export const systemBlocks = (body: JsonObject): readonly Placed[] =>
  Array.isArray(body['system']) ? placed(body['system'], 'system') : []

export const toolsOf = (body: JsonObject): readonly Placed[] => placed(body['tools'], 'tools')

export const typeOf = ({ value }: Placed): string => asText(value['type']) ?? ''

export const isThinking = (body: JsonObject): boolean =>
  ['enabled', 'adaptive'].includes(asText(asObject(body['thinking'])['type']) ?? '')

export const countMarks = (body: JsonObject): number =>
  [...systemBlocks(body), ...toolsOf(body), ...allBlocks(body)].filter(
    ({ value }) => value['cache_control'] !== undefined,
  ).length + (body['cache_control'] === undefined ? 0 : 1)

export const betasOf = (headers: Readonly<Record<string, string>>, body: JsonObject): readonly string[] => [
  ...(headers['anthropic-beta'] ?? '').split(',').map(name => name.trim()),
  ...asList(body['anthropic_beta']).map(name => asText(name) ?? ''),
]
