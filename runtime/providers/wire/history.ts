// What dialects need to know of the messages before the answer: which are instructions, and what a call was made with.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isObject, parseJson } from './json.ts'
import type { Report } from './report.ts'

export const isInstruction = (message: Json): boolean =>
  isObject(message) && (message['role'] === 'system' || message['role'] === 'developer')

/**
 * How many messages at the head are instructions. None when nothing else follows: dialects want a turn, so a request
 * of instructions alone is asked as one.
 */
export const instructionsAtHead = (messages: readonly Json[]): number =>
  Math.max(
    0,
    messages.findIndex(message => !isInstruction(message)),
  )

/** The arguments of a call: empty, null or absent ones are those of a tool without any. Undefined when malformed. */
export function callArguments(written: Json | undefined): JsonObject | undefined {
  const value =
    typeof written === 'string' ? (written.trim() === '' ? null : parseJson(written)) : (written ?? null)
  if (value === null) return {}
  return isObject(value) ? value : undefined
}

/** A call in the history, whole. */
export interface PastCall {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
}

/** The call at a place of the history; undefined after what is wrong with it was reported. */
export function readCall(call: Json, at: string, report: Report): PastCall | undefined {
  const called = isObject(call) ? call['function'] : undefined
  const id = isObject(call) ? call['id'] : undefined
  const name = isObject(called) ? called['name'] : undefined
  if (!isObject(called) || typeof id !== 'string' || typeof name !== 'string') {
    report(`${at} is not a call of a function with an id and a name.`, at)
    return undefined
  }
  const input = callArguments(called['arguments'])
  if (input === undefined)
    report(`${at}.function.arguments is not a JSON object.`, `${at}.function.arguments`)
  return input && { id, name, input }
}
