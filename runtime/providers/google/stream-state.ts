// The state of a stream, and the chunks made from it.
import { type Json, type JsonObject, writeJson } from '../../../schemas/values/json.ts'
import type { AdapterContext, StreamStep } from '../../values/adapter.ts'
import { blockDeltaFields } from '../../wire/block-fields.ts'
import { type ChatHead, chatChunk, type ToolCall, toolCallDelta, toolCallStart } from '../../wire/chat.ts'
import { createTextChunkWriter, type WriteTextChunk } from '../../wire/text-chunk.ts'
import {
  type BlockAccumulator,
  type BlockDelta,
  createBlockAccumulator,
  feedBlock,
} from './block-accumulator.ts'
import type { CandidateFinish } from './finish.ts'
import { type AssignCallId, createCallIdAssigner, type NativeCall } from './parse-parts.ts'
import { collectArguments, type PartialArguments } from './partial-arguments.ts'
import { toExtraContent } from './thought-signatures.ts'

/** A tool call whose arguments are incomplete. */
interface OpenCall {
  readonly toolCall: ToolCall
  readonly index: number
  readonly args: PartialArguments
}

/** One of the choices that the stream interleaves. */
export interface ChoiceState {
  readonly index: number
  /** Whether the role was sent. */
  roleSent: boolean
  /** Whether anything but the role was sent. */
  hasOutput: boolean
  /** Number of tool calls started. */
  callCount: number
  openCall: OpenCall | undefined
  /** The candidate's latest fields other than its content; without a prototype, as a provider may send any name. */
  readonly lastFields: Record<string, Json>
  readonly writeText: WriteTextChunk
  readonly blocks: BlockAccumulator
}

export interface GeminiStreamState {
  readonly context: AdapterContext
  readonly assignCallId: AssignCallId
  /** Fixed once a chunk was sent: all chunks of a stream must agree on it. */
  head: ChatHead
  headSent: boolean
  /** Whether the reply ended, complete or not. */
  ended: boolean
  /** Running totals: the last ones count. */
  usage: JsonObject
  blocked: CandidateFinish | undefined
  /** By index. */
  readonly choices: Map<number, ChoiceState>
}

export const createGeminiStreamState = (context: AdapterContext): GeminiStreamState => ({
  context,
  assignCallId: createCallIdAssigner(context),
  head: { id: `chatcmpl-${context.identifier}`, created: context.now, model: context.model },
  headSent: false,
  ended: false,
  usage: {},
  blocked: undefined,
  choices: new Map(),
})

export function choiceAt(index: number, state: GeminiStreamState): ChoiceState {
  const known = state.choices.get(index)
  if (known !== undefined) return known
  const choice: ChoiceState = {
    index,
    roleSent: false,
    hasOutput: false,
    callCount: 0,
    openCall: undefined,
    lastFields: Object.create(null),
    writeText: createTextChunkWriter(index),
    blocks: createBlockAccumulator(),
  }
  state.choices.set(index, choice)
  return choice
}

/** The role is sent before everything else. */
export function startChoice(choice: ChoiceState, state: GeminiStreamState): readonly StreamStep[] {
  if (choice.roleSent) return []
  choice.roleSent = true
  state.headSent = true
  const delta = { role: 'assistant', content: '', refusal: null }
  return [{ chunk: chatChunk(state.head, delta, null, choice.index) }]
}

/** A chunk with only this text. */
export function choiceText(
  text: string,
  choice: ChoiceState,
  state: GeminiStreamState,
): readonly StreamStep[] {
  choice.hasOutput = true
  const started = startChoice(choice, state)
  const step = { json: choice.writeText(state.head, JSON.stringify(text)) }
  return started.length === 0 ? [step] : [...started, step]
}

/** A chunk with this delta, and with the block that a non-strict reply includes; none when empty. */
export function choiceDelta(
  delta: JsonObject,
  block: BlockDelta | undefined,
  choice: ChoiceState,
  state: GeminiStreamState,
  logprobs: JsonObject | null = null,
): readonly StreamStep[] {
  const blockEntry = state.context.strict || block === undefined ? undefined : feedBlock(block, choice.blocks)
  const fullDelta = blockEntry === undefined ? delta : { ...delta, ...blockDeltaFields([blockEntry]) }
  if (Object.keys(fullDelta).length === 0 && logprobs === null) return []
  choice.hasOutput = true
  return [
    ...startChoice(choice, state),
    { chunk: chatChunk(state.head, fullDelta, null, choice.index, logprobs) },
  ]
}

/** A tool call, or a delta of one. A delta with a name starts a call; one that does not continue ends it. */
export function feedCall(
  call: NativeCall,
  signature: string | undefined,
  choice: ChoiceState,
  state: GeminiStreamState,
): readonly StreamStep[] {
  const steps: StreamStep[] = []
  if (call.name !== undefined) {
    steps.push(...closeChoiceCall(choice, state))
    const toolCall = state.assignCallId({
      id: call.id,
      name: call.name,
      arguments: call.continues ? '' : writeJson(call.args),
      extraContent: toExtraContent(signature),
    })
    const index = choice.callCount
    choice.callCount += 1
    const isComplete = !call.continues && call.partial.length === 0
    if (isComplete)
      return [...steps, ...choiceDelta(toolCallStart(index, toolCall), { toolCall }, choice, state)]
    const startedCall = { ...toolCall, arguments: '' }
    choice.openCall = { toolCall, index, args: collectArguments(call.args) }
    steps.push(...choiceDelta(toolCallStart(index, startedCall), undefined, choice, state))
  }
  for (const piece of call.partial) choice.openCall?.args.feed(piece)
  return call.continues ? steps : [...steps, ...closeChoiceCall(choice, state)]
}

/** Sends the arguments of the open call, which are complete now. */
export function closeChoiceCall(choice: ChoiceState, state: GeminiStreamState): readonly StreamStep[] {
  const { openCall } = choice
  if (openCall === undefined) return []
  choice.openCall = undefined
  const argumentsText = openCall.args.toJson()
  const toolCall = { ...openCall.toolCall, arguments: argumentsText }
  return choiceDelta(toolCallDelta(openCall.index, argumentsText), { toolCall }, choice, state)
}
