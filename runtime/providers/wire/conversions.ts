// Conversions of parameters that dialects with the same demands share. A `Place` says where in the body a value goes.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList } from './json.ts'
import { type Conversion, type ParameterTable, refuse, silentWhen } from './parameters.ts'

export type Place = (value: Json) => JsonObject

/** A property of the body, under the dialect's own name. */
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
      : refuse(report, name, `${name} is not a positive integer.`)

/** A value beyond the dialect's scale has no equal, and is not bent to fit. */
export const between =
  (least: number, most: number, place: Place): Conversion =>
  (value, report, name) =>
    typeof value === 'number' && value >= least && value <= most
      ? { becomes: place(value) }
      : refuse(report, name, `${name} is not between ${least} and ${most}, which this provider demands.`)

export const numeric =
  (place: Place): Conversion =>
  (value, report, name) =>
    typeof value === 'number' ? { becomes: place(value) } : refuse(report, name, `${name} is not a number.`)

/** Of two limits the newer name wins, because it comes later. */
export const outputLimit = (place: Place): ParameterTable => [
  ['max_tokens max_completion_tokens', positiveInteger(place)],
]

/** What dialects without a word for them leave out in silence, where the value asks for nothing. */
export const vendorOnly: ParameterTable = [
  ['logprobs store', silentWhen(false)],
  ['top_logprobs', silentWhen(0)],
  ['logit_bias', silentWhen({})],
  ['modalities', silentWhen(['text'])],
]

/** For dialects that give one answer. */
export const oneChoice: Conversion = (value, report, name) =>
  value === 1 ? {} : refuse(report, name, `${name} is not 1, and this provider gives one choice only.`)

/** Empty sequences stop nothing, and are dropped; so are those that the dialect refuses. */
export const stopSequences =
  (place: Place, takes = (sequence: string): boolean => sequence !== ''): Conversion =>
  value => {
    const asked = typeof value === 'string' ? [value] : asList(value)
    const sequences = asked.filter(sequence => typeof sequence === 'string' && takes(sequence))
    const loses = sequences.length < asked.length
    return sequences.length === 0 ? { loses } : { becomes: place(sequences), loses }
  }
