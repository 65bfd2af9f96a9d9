// The output of a chat as a sequence of parts, which become items (Responses) or blocks (Messages).
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { EMPTY_STATE, isEmptyState, mergeState, type ProviderState } from '../history/provider-state.ts'

/** Text that is streamed. */
interface StreamedText {
  /** The full text so far; for a call, its raw arguments. Never sliced: that would copy it for each delta. */
  text: string
  /** The text that has not been emitted yet. */
  unsent: string
}

export interface ThinkingPart extends StreamedText {
  readonly kind: 'thinking'
  /** The field of the chat message it came from. */
  readonly source: ReasoningSource
  /** The index of its block, if it came as one. */
  readonly block: Json | undefined
  signature: string | undefined
  readonly stateBuilder: ProviderStateBuilder
}

/** The fields in which providers return reasoning. */
export type ReasoningSource =
  | 'content_blocks'
  | 'reasoning_content'
  | 'reasoning'
  | 'reasoning_details'
  | 'content'

/** No readable content, but it must be sent back unchanged. */
export interface OpaquePart {
  readonly kind: 'opaque'
  readonly text: ''
  readonly unsent: ''
  readonly block: Json | undefined
  state: ProviderState
}

export interface TextPart extends StreamedText {
  readonly kind: 'text'
  readonly logprobs: Json[]
  readonly annotations: JsonObject[]
  /** As the provider returned them, if each cited text is a separate part. */
  readonly citations: JsonObject[]
  /** The index of its block, if content of several blocks is not joined. */
  readonly block: Json | undefined
}

export interface RefusalPart extends StreamedText {
  readonly kind: 'refusal'
}

export interface CallPart extends StreamedText {
  readonly kind: 'call'
  readonly id: string
  name: string
  /** The namespace of the tool, if it has one. */
  namespace?: string | undefined
  /** A custom tool, which takes free text instead of JSON arguments. */
  custom: boolean
  /** The search for tools that the client runs. */
  isSearch?: boolean
  /** The arguments so far of a custom tool that was offered as a function: its text is known when they are complete. */
  pending?: PendingArguments | undefined
}

/** The tool behind a function of the chat. */
export interface CalledTool {
  readonly name: string
  readonly namespace: string | undefined
  readonly kind: 'function' | 'custom' | 'search'
}

/** The tools by the names of their functions in the chat. */
export type ToolNames = ReadonlyMap<string, CalledTool>

export interface PendingArguments {
  text: string
  readonly isComplete: (piece: string) => boolean
}

export function appendText(part: StreamedText, delta: string): void {
  part.text += delta
  part.unsent += delta
}

export type OutputPart = ThinkingPart | OpaquePart | TextPart | RefusalPart | CallPart

/** The provider state of a finished reasoning part. */
export function providerStateOf(part: ThinkingPart | OpaquePart): ProviderState {
  return part.kind === 'opaque' ? part.state : mergeState(thinkingState(part), buildState(part.stateBuilder))
}

function thinkingState({ source, signature, text: thinking }: ThinkingPart): ProviderState {
  if (source === 'reasoning_content') return { reasoningContent: thinking }
  if (source === 'reasoning') return { reasoning: thinking }
  return signature === undefined ? EMPTY_STATE : { blocks: [{ type: 'thinking', thinking, signature }] }
}

/** The provider's native signature, if there is no other state to send back. */
export const nativeSignature = (part: ThinkingPart): string | undefined =>
  isEmptyState(buildState(part.stateBuilder)) && part.source === 'content_blocks' ? part.signature : undefined

/** Provider state of a message while it is streamed. Mutable: copying it for each delta would be quadratic. */
export interface ProviderStateBuilder {
  /** Blocks that belong to thinking without a signature. */
  readonly blocks: JsonObject[]
  /** Entries of `reasoning_details`. */
  readonly details: JsonObject[]
  /** The `extra_content` of calls, by call id. */
  readonly calls: Map<string, Json>
  /** The `extra_content` of the message itself. */
  readonly extra: Map<string, Json>
}

export const createStateBuilder = (): ProviderStateBuilder => ({
  blocks: [],
  details: [],
  calls: new Map(),
  extra: new Map(),
})

export const addExtraContent = ({ extra }: ProviderStateBuilder, content: JsonObject): void => {
  for (const [name, value] of Object.entries(content)) extra.set(name, value)
}

export const buildState = ({ blocks, details, calls, extra }: ProviderStateBuilder): ProviderState => ({
  blocks: blocks.length === 0 ? undefined : blocks,
  details: details.length === 0 ? undefined : details,
  extra: extra.size === 0 ? undefined : Object.fromEntries(extra),
  calls: calls.size === 0 ? undefined : Object.fromEntries(calls),
})

/** Appends all of it to another builder. */
export function moveState(from: ProviderStateBuilder, to: ProviderStateBuilder): void {
  for (const block of from.blocks) to.blocks.push(block)
  for (const entry of from.details) to.details.push(entry)
  for (const [id, value] of from.calls) to.calls.set(id, value)
  for (const [name, value] of from.extra) to.extra.set(name, value)
}
