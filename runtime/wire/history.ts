// Facts about the message history that dialects need: which messages are instructions, and the arguments of past
// tool calls.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { isObject, parseJson } from '../../schemas/values/json.ts'
import type { ReportConversionError } from './conversion-errors.ts'

export const isInstruction = (message: Json): boolean =>
  isObject(message) && (message['role'] === 'system' || message['role'] === 'developer')

/**
 * Number of leading instructions. 0 when nothing else follows: dialects require a turn, so a request with
 * instructions only is sent as a user turn.
 */
export const instructionsAtHead = (messages: readonly Json[]): number =>
  Math.max(
    0,
    messages.findIndex(message => !isInstruction(message)),
  )

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
