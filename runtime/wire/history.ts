// The message history: which messages are instructions, the arguments of past tool calls, and the vendor's first form
// of tool calls.
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import type { ReportConversionError } from './conversion-errors.ts'

const isInstruction = (message: Json): boolean =>
  isObject(message) && (message['role'] === 'system' || message['role'] === 'developer')

/** A message and its path in the request. */
export interface PlacedMessage {
  readonly message: Json
  readonly path: string
}

export interface DividedHistory {
  readonly instructions: readonly PlacedMessage[]
  readonly turns: readonly PlacedMessage[]
}

/**
 * Instructions, at any position, and turns, for dialects that take instructions separately. Instructions at the end
 * that follow a reply, or nothing, remain turns: without them the request would have no turn to answer.
 */
export function divideHistory(history: readonly Json[]): DividedHistory {
  const messages = withToolCalls(history)
  const placed = messages.map((message, index) => ({ message, path: `messages[${index}]` }))
  const lastTurn = messages.findLastIndex(message => !isInstruction(message))
  const last = messages[lastTurn]
  const isAnswerable = isObject(last) && last['role'] !== 'assistant'
  const end = isAnswerable ? messages.length : lastTurn + 1
  return {
    instructions: placed.slice(0, end).filter(({ message }) => isInstruction(message)),
    turns: placed.filter(({ message }, index) => index >= end || !isInstruction(message)),
  }
}

/**
 * The arguments of a tool call: empty, null or absent ones are those of a tool without any. Undefined when
 * malformed.
 */
export function callArguments(rawArguments: Json | undefined): JsonObject | undefined {
  const value =
    typeof rawArguments === 'string'
      ? rawArguments.trim() === ''
        ? null
        : parseJson(rawArguments)
      : (rawArguments ?? null)
  if (value === null) return {}
  return isObject(value) ? value : undefined
}

/**
 * Audio of a model is stored by its provider and referred to by an identifier: without its transcript the turn would
 * be missing.
 */
export function reportStoredAudio(message: JsonObject, path: string, report: ReportConversionError): void {
  const { audio, content } = message
  if (isObject(audio) && audio['id'] !== undefined && (content ?? null) === null)
    report(
      `${path}.audio is stored by another provider. Send its transcript as the content.`,
      `${path}.audio`,
    )
}

/** A complete tool call of the history. */
export interface PastCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

/** Parses the tool call at a path of the history; undefined after its errors were reported. */
export function readPastCall(call: Json, path: string, report: ReportConversionError): PastCall | undefined {
  const calledFunction = isObject(call) ? call['function'] : undefined
  const id = isObject(call) ? call['id'] : undefined
  const name = isObject(calledFunction) ? calledFunction['name'] : undefined
  if (!isObject(calledFunction) || typeof id !== 'string' || typeof name !== 'string') {
    report(`${path} must be a function call with an id and a name.`, path)
    return undefined
  }
  const input = callArguments(calledFunction['arguments'])
  if (input === undefined)
    report(`${path}.function.arguments must be a JSON object.`, `${path}.function.arguments`)
  return input && { id, name, input }
}

/**
 * The vendor's first form of tool calls (`function_call`, and results with the role `function`) →
 * `tool_calls` and the role `tool`, which dialects convert. A message had one call, and its result follows.
 * One message for each; the argument itself if it has no such call.
 */
export function withToolCalls(messages: readonly Json[]): readonly Json[] {
  if (!messages.some(isLegacy)) return messages
  let latest = 0
  return messages.map((message, index) => {
    if (!isObject(message)) return message
    if (isLegacyResult(message)) {
      const { name: _, ...result } = message
      return { ...result, role: 'tool', tool_call_id: idAt(latest) }
    }
    if (!isLegacyCall(message)) return message
    latest = index
    const { function_call: called = null, ...others } = message
    return { ...others, tool_calls: [{ id: idAt(index), type: 'function', function: called }] }
  })
}

const idAt = (index: number): string => `call_${index}`

const isLegacy = (message: Json): boolean => isLegacyResult(message) || isLegacyCall(message)

const isLegacyResult = (message: Json): boolean => isObject(message) && message['role'] === 'function'

const isLegacyCall = (message: Json): boolean =>
  isObject(message) && isObject(message['function_call']) && !isList(message['tool_calls'])
