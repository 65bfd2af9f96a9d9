// A parsed mock request: its body, the behaviour that its model names, and what identifies the reply; and the strings
// of its prompt.
import { asText, isList, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { Behaviour } from './behaviour.ts'

export interface MockRequest {
  readonly body: JsonObject
  readonly model: string
  readonly behaviour: Behaviour
  /** Derived from the bytes of the request only. */
  readonly mark: string
  /** Unix seconds. */
  readonly created: number
}

/**
 * The strings of a `prompt` or an `input`: one string, several, or lists of tokens, which are shown as their
 * numbers.
 */
export function promptTexts(value: Json | undefined): readonly string[] {
  if (!isList(value)) return [asText(value) ?? '']
  if (value.every(item => typeof item === 'number')) return [value.join(' ')]
  return value.map(item => asText(item) ?? (isList(item) ? item.join(' ') : ''))
}

/** The parameter's name when it is neither a string nor a non-empty list; undefined when it is valid. */
export function invalidTextsParameter(body: JsonObject, parameter: string): string | undefined {
  const value = body[parameter]
  return typeof value === 'string' || (isList(value) && value.length > 0) ? undefined : parameter
}
