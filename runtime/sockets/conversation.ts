// What a connection remembers of its last response in each lane, so that the next request has to send only what is new: a provider that
// does not store responses gets the whole conversation. Bytes, since nothing in them is read again.
import { asList, asObject, asText, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { inputItemsOf } from './client-message.ts'

export interface Conversation {
  /** The identifier of its last response. */
  readonly id: string
  readonly lane: string
  /** Whether the provider stored that response, so that a request there may name it. */
  readonly isStored: boolean
  /** The elements of its input and output; undefined where a part of it is known to the provider only. */
  readonly items: Uint8Array | undefined
  /** What the next request has to answer before the conversation goes on. */
  readonly requiredInput: readonly JsonObject[]
}

/**
 * Kinds of items whose identifiers providers do not need, and look up where they are sent without having been stored: Codex leaves them
 * out (`ResponseItem` of codex-rs/protocol/src/models.rs).
 */
const WITHOUT_IDENTIFIER: ReadonlySet<Json | undefined> = new Set([
  'message',
  'function_call',
  'custom_tool_call',
  'reasoning',
])

/** The output of a response as a part of an input. Reasoning is only known by its encrypted content. */
export const outputItems = (output: Json | undefined): Uint8Array =>
  inputItemsOf(
    asList(output)
      .filter(isObject)
      .flatMap(item => withoutStored(item) ?? []),
  )

function withoutStored(item: JsonObject): JsonObject | undefined {
  const { type } = item
  if (type === 'reasoning' && asText(item['encrypted_content']) === undefined) return undefined
  if (!WITHOUT_IDENTIFIER.has(type)) return item
  const { id: _id, status: _status, ...others } = item
  return others
}

/** What answers each kind of call that its client has to make (`ResponseSteerRequiredInput` of openai-node). */
const ANSWERS: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  computer_call: 'computer_call_output',
  shell_call: 'shell_call_output',
  local_shell_call: 'local_shell_call_output',
  apply_patch_call: 'apply_patch_call_output',
}

/** Stubs of what a client has to send before the conversation goes on. */
export const requiredInput = (output: Json | undefined): readonly JsonObject[] =>
  asList(output).flatMap((item): readonly JsonObject[] => {
    const { type, call_id: call, name, id } = asObject(item)
    if (type === 'mcp_approval_request')
      return [{ type: 'mcp_approval_response', approval_request_id: id ?? null }]
    const answer = typeof type === 'string' && Object.hasOwn(ANSWERS, type) ? ANSWERS[type] : undefined
    if (answer === undefined) return []
    return [{ type: answer, call_id: call ?? null, ...(type === 'function_call' && { name: name ?? null }) }]
  })
