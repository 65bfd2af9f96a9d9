// Accumulates the deltas of a chat into parts, in the order in which they started. Text and thinking extend the last
// part only; a tool call delta may also extend an earlier one.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  writeJson,
} from '../../../schemas/values/json.ts'
import { contentText } from '../../wire/content.ts'
import { argumentsToInput } from '../custom-tools.ts'
import { isEmptyState, type ProviderState } from '../history/provider-state.ts'
import { trackJsonObject } from './json-completeness.ts'
import {
  addExtraContent,
  appendText,
  buildState,
  type CallPart,
  createStateBuilder,
  moveState,
  type OutputPart,
  type ProviderStateBuilder,
  type RefusalPart,
  type TextPart,
  type ToolNames,
} from './output-part.ts'
import { type ReasoningDelta, readReasoningDeltas } from './reasoning-deltas.ts'

export interface PartsAccumulator {
  readonly parts: OutputPart[]
  readonly calls: TrackedCall[]
  /** Provider state that belongs to no part yet. */
  pending: ProviderStateBuilder
  /** Used to generate ids for calls that have none. */
  readonly identifier: string
  /** Tools that the chat offers as functions of other names or kinds. */
  readonly tools: ToolNames
  /** Whether each text block is a separate part, with its citations. */
  readonly separatesTexts: boolean
}

export const createPartsAccumulator = (
  identifier: string,
  tools: ToolNames,
  separatesTexts = false,
): PartsAccumulator => ({
  parts: [],
  calls: [],
  pending: createStateBuilder(),
  identifier,
  tools,
  separatesTexts,
})

/** Adds the delta of one chunk, with the logprobs of its text. */
export function addDelta(delta: JsonObject, logprobs: readonly Json[], accumulator: PartsAccumulator): void {
  for (const entry of readReasoningDeltas(delta)) addReasoning(entry, accumulator)
  const content = delta['content']
  const text = typeof content === 'string' ? content : contentText(content)
  const annotations = asList(delta['annotations']).filter(isObject)
  const { block, citations } = accumulator.separatesTexts ? readTextBlock(delta) : NO_BLOCK
  if (text !== '' || annotations.length > 0 || citations.length > 0) {
    const part = openText(accumulator, block)
    appendText(part, text)
    part.citations.push(...citations)
    part.logprobs.push(...logprobs)
    part.annotations.push(...annotations)
  }
  const refusal = asText(delta['refusal']) ?? ''
  if (refusal !== '') appendText(openRefusal(accumulator), refusal)
  for (const entry of asList(delta['tool_calls'])) if (isObject(entry)) addToolCall(entry, accumulator)
  if (isObject(delta['extra_content'])) addExtraContent(accumulator.pending, delta['extra_content'])
}

/** The output is complete: pending provider state becomes a part. */
export function finishParts(accumulator: PartsAccumulator): void {
  flushPending(accumulator)
  for (const part of accumulator.parts) if (part.kind === 'call') finishArguments(part)
  for (const part of accumulator.parts)
    if (part.kind === 'call' && !part.custom && part.text.trim() === '') appendText(part, '{}')
}

function addReasoning(reasoningDelta: ReasoningDelta, accumulator: PartsAccumulator): void {
  const { parts } = accumulator
  const last = parts.at(-1)
  if ('opaqueBlock' in reasoningDelta) {
    // It follows its summary, which has no signature.
    if (reasoningDelta.opaqueBlock['type'] === 'response_item' && last?.kind === 'thinking')
      return void last.stateBuilder.blocks.push(reasoningDelta.opaqueBlock)
    parts.push({
      kind: 'opaque',
      text: '',
      unsent: '',
      block: reasoningDelta.block,
      state: { blocks: [reasoningDelta.opaqueBlock] },
    })
  } else if ('payload' in reasoningDelta) {
    if (last?.kind === 'opaque' && last.block === reasoningDelta.block)
      last.state = appendPayload(last.state, reasoningDelta.payload)
  } else if ('details' in reasoningDelta) {
    const { details } = last?.kind === 'thinking' ? last.stateBuilder : accumulator.pending
    details.push(...reasoningDelta.details)
  } else {
    const { source, text, signature, block } = reasoningDelta
    const open =
      last?.kind === 'thinking' && last.source === source && last.block === block ? last : undefined
    if (open === undefined && text === '' && signature === undefined && source !== 'content_blocks') return
    if (open === undefined) {
      parts.push({
        kind: 'thinking',
        text,
        unsent: text,
        source,
        block,
        signature,
        stateBuilder: accumulator.pending,
      })
      accumulator.pending = createStateBuilder()
    } else {
      appendText(open, text)
      if (signature !== undefined) open.signature = (open.signature ?? '') + signature
    }
  }
}

function appendPayload(state: ProviderState, data: string): ProviderState {
  const blocks = state.blocks ?? []
  return { blocks: blocks.map(block => ({ ...block, data: (asText(block['data']) ?? '') + data })) }
}

function flushPending(accumulator: PartsAccumulator): void {
  const { pending, parts } = accumulator
  const state = buildState(pending)
  if (isEmptyState(state)) return
  accumulator.pending = createStateBuilder()
  const last = parts.at(-1)
  if (last?.kind === 'thinking') moveState(pending, last.stateBuilder)
  else parts.push({ kind: 'opaque', text: '', unsent: '', block: undefined, state })
}

function openText({ parts }: PartsAccumulator, block: Json | undefined): TextPart {
  const last = parts.at(-1)
  if (last?.kind === 'text' && (block === undefined || last.block === block)) return last
  const part: TextPart = {
    kind: 'text',
    text: '',
    unsent: '',
    logprobs: [],
    annotations: [],
    citations: [],
    block,
  }
  parts.push(part)
  return part
}

function openRefusal({ parts }: PartsAccumulator): RefusalPart {
  const last = parts.at(-1)
  if (last?.kind === 'refusal') return last
  const part: RefusalPart = { kind: 'refusal', text: '', unsent: '' }
  parts.push(part)
  return part
}

function addToolCall(toolCallDelta: JsonObject, accumulator: PartsAccumulator): void {
  const { calls, parts, identifier } = accumulator
  const openCall = findCall(toolCallDelta, calls)
  const part = openCall?.part ?? createCallPart(toolCallDelta, `call_${identifier}_${calls.length}`)
  if (isObject(toolCallDelta['extra_content']))
    accumulator.pending.calls.set(part.id, toolCallDelta['extra_content'])
  if (openCall === undefined) {
    flushPending(accumulator)
    parts.push(part)
    calls.push({
      index: toolCallDelta['index'] ?? undefined,
      id: asText(toolCallDelta['id']) || undefined,
      part,
    })
  }
  if (part.name === '') nameCall(part, toolNameOf(toolCallDelta), accumulator.tools)
  const text = argumentsDelta(toolCallDelta)
  if (part.pending === undefined) return appendText(part, text)
  part.pending.text += text
  if (part.pending.isComplete(text)) finishArguments(part)
}

function nameCall(part: CallPart, name: string, tools: ToolNames): void {
  const tool = tools.get(name)
  part.name = tool?.name ?? name
  if (tool === undefined) return
  part.namespace = tool.namespace
  part.isSearch = tool.kind === 'search'
  if (part.custom || tool.kind !== 'custom') return
  part.custom = true
  // Only white space precedes the name.
  part.text = ''
  part.unsent = ''
  part.pending = { text: '', isComplete: trackJsonObject() }
}

/** The arguments of a custom tool are complete: its text is its input. */
function finishArguments(part: CallPart): void {
  if (part.pending === undefined) return
  appendText(part, argumentsToInput(part.pending.text))
  part.pending = undefined
}

const createCallPart = (toolCallDelta: JsonObject, generatedId: string): CallPart => ({
  kind: 'call',
  id: asText(asObject(toolCallDelta)['id']) || generatedId,
  name: '',
  custom: isCustomCall(toolCallDelta),
  text: '',
  unsent: '',
})

// The text block that a delta belongs to, and the citations in it, from the native blocks of the delta.

export interface TextBlock {
  readonly block: Json | undefined
  readonly citations: readonly JsonObject[]
}

export const NO_BLOCK: TextBlock = { block: undefined, citations: [] }

export function readTextBlock(delta: JsonObject): TextBlock {
  const entries = asList(delta['content_blocks']).filter(isObject)
  const ofTexts = entries.filter(({ content_block: started, delta: more }) =>
    TEXT_TYPES.has(asObject(started ?? more)['type'] ?? null),
  )
  return { block: ofTexts[0]?.['index'], citations: ofTexts.flatMap(citationsIn) }
}

const TEXT_TYPES: ReadonlySet<Json> = new Set(['text', 'text_delta', 'citations_delta'])

function citationsIn({ content_block: started, delta }: JsonObject): readonly JsonObject[] {
  const { citations } = asObject(started)
  const { citation } = asObject(delta)
  return [...asList(citations), citation ?? null].filter(isObject)
}

// Matches a tool call delta to its call. Calls are identified by index and id together: some providers give every call
// the same index, some give none.

/** A call with the index and id of its deltas. */
export interface TrackedCall {
  readonly index: Json | undefined
  /** The provider's id; undefined when it gave none. */
  readonly id: string | undefined
  readonly part: CallPart
}

/** Only the most recent calls are searched: searching all of them for every delta would be quadratic. */
const MAX_OPEN_CALLS = 256

/** The call that the delta continues; undefined when it starts a new one. */
export function findCall(delta: JsonObject, calls: readonly TrackedCall[]): TrackedCall | undefined {
  const openCalls = calls.slice(-MAX_OPEN_CALLS)
  const id = asText(delta['id']) || undefined
  const index = delta['index'] ?? undefined
  if (index !== undefined)
    return openCalls.findLast(
      call => call.index === index && (id === undefined || call.id === undefined || call.id === id),
    )
  if (id !== undefined) return openCalls.findLast(call => call.id === id)
  return toolNameOf(delta) === '' ? openCalls.at(-1) : undefined
}

export const isCustomCall = (delta: JsonObject): boolean => isObject(delta['custom'])

const calledTool = (delta: JsonObject): JsonObject => asObject(delta['function'] ?? delta['custom'])

export const toolNameOf = (delta: JsonObject): string => asText(calledTool(delta)['name']) ?? ''

/** Arguments are a string; some providers send the parsed value. */
export function argumentsDelta(delta: JsonObject): string {
  const tool = calledTool(delta)
  const argumentsValue = tool['arguments'] ?? tool['input'] ?? ''
  return typeof argumentsValue === 'string' ? argumentsValue : writeJson(argumentsValue)
}
