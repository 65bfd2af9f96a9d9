// Parameter conversions shared by dialects. A `FieldWriter` puts a value into the provider's body.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList } from './json.ts'
import { type Conversion, type ParameterTable, refuse, silentWhen } from './parameters.ts'

export type Place = (value: Json) => JsonObject

/** A property of the body, under the dialect's name. */
export const as =
  (name: string): Place =>
  value => ({ [name]: value })

export const placed =
  (place: Place): Conversion =>
  value => ({ becomes: place(value) })

export const positiveInteger =
  (place: Place): Conversion =>
  (value, report, name) =>
    Number.isInteger(value) && Number(value) >= 1
      ? { becomes: place(value) }
      : refuse(report, name, `${name} must be a positive integer.`)

/** A value outside of the dialect's range has no equivalent, and is not clamped. */
export const between =
  (least: number, most: number, place: Place): Conversion =>
  (value, report, name) =>
    typeof value === 'number' && value >= least && value <= most
      ? { becomes: place(value) }
      : refuse(report, name, `${name} must be between ${least} and ${most} for this provider.`)

export const numeric =
  (place: Place): Conversion =>
  (value, report, name) =>
    typeof value === 'number' ? { becomes: place(value) } : refuse(report, name, `${name} must be a number.`)

/** If both limits are given the newer name takes precedence, because it comes later. */
export const outputLimit = (place: Place): ParameterTable => [
  ['max_tokens max_completion_tokens', positiveInteger(place)],
]

/** OpenAI parameters without an equivalent, ignored silently at their neutral value. */
export const vendorOnly: ParameterTable = [
  ['logprobs store', silentWhen(false)],
  ['top_logprobs', silentWhen(0)],
  ['logit_bias', silentWhen({})],
  ['modalities', silentWhen(['text'])],
]

/** For dialects with a single choice. */
export const oneChoice: Conversion = (value, report, name) =>
  value === 1 ? {} : refuse(report, name, `${name} must be 1: this provider returns a single choice.`)

/** Empty sequences stop nothing, and are dropped; so are those that the dialect rejects. */
export const stopSequences =
  (place: Place, takes = (sequence: string): boolean => sequence !== ''): Conversion =>
  value => {
    const asked = typeof value === 'string' ? [value] : asList(value)
    const sequences = asked.filter(sequence => typeof sequence === 'string' && takes(sequence))
    const loses = sequences.length < asked.length
    return sequences.length === 0 ? { loses } : { becomes: place(sequences), loses }
  }
