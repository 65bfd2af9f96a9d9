// The chunks of a chat → start, delta and end events of its parts, strictly one part after the other: Responses and
// Messages have one item or block open at a time. Deltas of a later part are buffered until the open one has ended.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { mergeUsage } from '../../wire/usage.ts'
import { addDelta, createPartsAccumulator, finishParts } from './accumulate-parts.ts'
import { finishFields, type OutputFinish, readFinish } from './finish.ts'
import { trackJsonObject } from './json-completeness.ts'
import type { OutputPart, ToolNames } from './output-part.ts'
import { replyToChunks } from './reply-to-chunks.ts'

export type PartEvent = { readonly part: OutputPart; readonly index: number } & (
  | { readonly type: 'start' }
  | { readonly type: 'end' }
  | {
      readonly type: 'delta'
      readonly text: string
      readonly logprobs: readonly Json[]
      readonly citations: readonly JsonObject[]
    }
)

export interface ChatOutput {
  readonly parts: readonly OutputPart[]
  /** The model reported by the provider, once known. */
  model: string | undefined
  /** The service tier, with the vendor's names. */
  tier: string | undefined
  /** Running totals: the last value of each field wins. */
  usage: JsonObject | undefined
  readonly finishState: () => OutputFinish
}

export interface OutputReader {
  readonly output: ChatOutput
  readonly add: (chunk: JsonObject) => readonly PartEvent[]
  /** The output is complete. */
  readonly finish: () => readonly PartEvent[]
}

const NO_TOOLS: ToolNames = new Map()

/**
 * `tools`: those that the chat offers as functions of other names or kinds. `separatesTexts`: each text block is a
 * separate part, with its citations.
 */
export function readOutput(identifier: string, tools = NO_TOOLS, separatesTexts = false): OutputReader {
  const accumulator = createPartsAccumulator(identifier, tools, separatesTexts)
  let finishFieldsSoFar: JsonObject = {}
  const output: ChatOutput = {
    parts: accumulator.parts,
    model: undefined,
    tier: undefined,
    usage: undefined,
    finishState: () => readFinish(finishFieldsSoFar, accumulator.calls.length > 0),
  }
  const takeEvents = orderedEvents(accumulator.parts)
  return {
    output,
    add: chunk => {
      output.model ??= asText(chunk['model']) || undefined
      output.tier = asText(chunk['service_tier']) ?? output.tier
      if (isObject(chunk['usage'])) output.usage = mergeUsage(output.usage, chunk['usage'])
      const choice = firstChoice(chunk)
      finishFieldsSoFar = { ...finishFieldsSoFar, ...finishFields(choice) }
      const logprobs = asList(asObject(choice['logprobs'])['content'])
      addDelta(asObject(choice['delta']), logprobs, accumulator)
      return takeEvents(false)
    },
    finish: () => {
      finishParts(accumulator)
      return takeEvents(true)
    },
  }
}

/** Only the first choice: `n` is always 1. */
const firstChoice = (chunk: JsonObject): JsonObject =>
  asObject(asList(chunk['choices']).find(choice => isObject(choice) && (choice['index'] ?? 0) === 0))

/** Emits what is new in the parts, in order; `isComplete` when no more deltas follow. */
function orderedEvents(parts: readonly OutputPart[]): (isComplete: boolean) => readonly PartEvent[] {
  let index = 0
  let isStarted = false
  let sentLogprobs = 0
  let sentCitations = 0
  let isCompleteObject = trackJsonObject()
  return isComplete => {
    const events: PartEvent[] = []
    for (let part = parts[index]; part !== undefined; part = parts[index]) {
      const isLast = index === parts.length - 1
      if ((isLast || isPending(part)) && !isComplete && !isReady(part)) break
      if (!isStarted) events.push({ type: 'start', part, index })
      isStarted = true
      const text = part.unsent
      if (part.kind !== 'opaque') part.unsent = ''
      const logprobs = part.kind === 'text' ? part.logprobs.slice(sentLogprobs) : []
      const citations = part.kind === 'text' ? part.citations.slice(sentCitations) : []
      if (text !== '' || citations.length > 0)
        events.push({ type: 'delta', part, index, text, logprobs, citations })
      sentLogprobs += logprobs.length
      sentCitations += citations.length
      // Once a later part has started, only a call can still receive deltas, until its arguments are a complete object.
      const isPartComplete = part.kind !== 'call' || part.custom || isCompleteObject(text)
      if (!isComplete && (isLast || !isPartComplete)) break
      events.push({ type: 'end', part, index })
      index += 1
      isStarted = false
      sentLogprobs = 0
      sentCitations = 0
      isCompleteObject = trackJsonObject()
    }
    return events
  }
}

const isPending = (part: OutputPart): boolean => part.kind === 'call' && part.pending !== undefined

/** Opaque parts are emitted when complete, calls once their name is known, and the text of a custom tool with it. */
const isReady = (part: OutputPart): boolean =>
  part.kind !== 'opaque' && (part.kind !== 'call' || part.name !== '') && !isPending(part)

/** The output of a non-streamed chat. */
export function readCompleteOutput(
  chat: JsonObject,
  identifier: string,
  tools?: ToolNames,
  separatesTexts?: boolean,
): ChatOutput {
  const reader = readOutput(identifier, tools, separatesTexts)
  for (const chunk of replyToChunks(chat)) reader.add(chunk)
  reader.finish()
  return reader.output
}
