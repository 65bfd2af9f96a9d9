// The state of a stream, and the chunks made from it.
import type { JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamStep } from '../adapter.ts'
import { type ChatHead, chatChunk, type ToolCall, toolCallMore, toolCallStart } from '../wire/chat.ts'
import { writeJson } from '../wire/json.ts'
import { type BlockPiece, type BlockProgress, beginBlocks, feedBlock } from './blocks.ts'
import type { Ending } from './ending.ts'
import { callMaker, type MakeCall } from './make-call.ts'
import { collectArguments, type PartialArguments } from './partial-arguments.ts'
import type { NativeCall } from './read-pieces.ts'
import { carrySignature } from './signatures.ts'

/** A tool call whose arguments are incomplete. */
interface OpenCall {
  readonly made: ToolCall
  readonly index: number
  readonly args: PartialArguments
}

/** One of the choices that the stream interleaves. */
export interface Choice {
  readonly index: number
  /** Whether the role was sent. */
  opened: boolean
  /** Number of tool calls started. */
  calls: number
  open: OpenCall | undefined
  /** The candidate's latest fields beside its content. */
  ending: JsonObject
  readonly blocks: BlockProgress
}

export interface Progress {
  readonly context: AdapterContext
  readonly makeCall: MakeCall
  head: ChatHead
  /** Whether the reply ended, complete or not. */
  over: boolean
  /** Running totals: the last ones count. */
  usage: JsonObject
  blocked: Ending | undefined
  /** By index. */
  readonly choices: Map<number, Choice>
}

export const beginProgress = (context: AdapterContext): Progress => ({
  context,
  makeCall: callMaker(context),
  head: { id: `chatcmpl-${context.identifier}`, created: context.now, model: context.model },
  over: false,
  usage: {},
  blocked: undefined,
  choices: new Map(),
})

export function choiceAt(index: number, progress: Progress): Choice {
  const known = progress.choices.get(index)
  if (known !== undefined) return known
  const choice: Choice = {
    index,
    opened: false,
    calls: 0,
    open: undefined,
    ending: {},
    blocks: beginBlocks(),
  }
  progress.choices.set(index, choice)
  return choice
}

/** The role is sent before everything else. */
export function openChoice(choice: Choice, { head }: Progress): readonly StreamStep[] {
  if (choice.opened) return []
  choice.opened = true
  const delta = { role: 'assistant', content: '', refusal: null }
  return [{ chunk: chatChunk(head, delta, null, choice.index) }]
}

/** A chunk with this delta, and with the block that a non-strict reply includes; none when empty. */
export function deltaStep(
  delta: JsonObject,
  block: BlockPiece | undefined,
  choice: Choice,
  progress: Progress,
  logprobs: JsonObject | null = null,
): readonly StreamStep[] {
  const kept = progress.context.strict || block === undefined ? undefined : feedBlock(block, choice.blocks)
  const whole = kept === undefined ? delta : { ...delta, content_blocks: [kept] }
  if (Object.keys(whole).length === 0 && logprobs === null) return []
  return [
    ...openChoice(choice, progress),
    { chunk: chatChunk(progress.head, whole, null, choice.index, logprobs) },
  ]
}

/** A tool call, or a delta of one. A delta with a name starts a call; one that does not continue ends it. */
export function feedCall(
  call: NativeCall,
  signature: string | undefined,
  choice: Choice,
  progress: Progress,
): readonly StreamStep[] {
  const steps: StreamStep[] = []
  if (call.name !== undefined) {
    steps.push(...closeCall(choice, progress))
    const made = progress.makeCall({
      id: call.id,
      name: call.name,
      arguments: call.continues ? '' : writeJson(call.args),
      extraContent: carrySignature(signature),
    })
    const index = choice.calls
    choice.calls += 1
    const whole = !call.continues && call.partial.length === 0
    if (whole) return [...steps, ...deltaStep(toolCallStart(index, made), { made }, choice, progress)]
    const begun = { ...made, arguments: '' }
    choice.open = { made, index, args: collectArguments(call.args) }
    steps.push(...deltaStep(toolCallStart(index, begun), undefined, choice, progress))
  }
  for (const piece of call.partial) choice.open?.args.feed(piece)
  return call.continues ? steps : [...steps, ...closeCall(choice, progress)]
}

/** Sends the arguments of the open call, which are complete now. */
export function closeCall(choice: Choice, progress: Progress): readonly StreamStep[] {
  const { open } = choice
  if (open === undefined) return []
  choice.open = undefined
  const written = open.args.written()
  const made = { ...open.made, arguments: written }
  return deltaStep(toolCallMore(open.index, written), { made }, choice, progress)
}
