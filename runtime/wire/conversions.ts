// Parameter conversions shared by dialects. A `FieldWriter` puts a value into the provider's body.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList } from '../../schemas/values/json.ts'
import { type Conversion, ignoredWhen, type ParameterTable, refuse } from './parameters.ts'

export type FieldWriter = (value: Json) => JsonObject

/** A property of the body, under the dialect's name. */
export const toField =
  (name: string): FieldWriter =>
  value => ({ [name]: value })

export const copyTo =
  (write: FieldWriter): Conversion =>
  value => ({ fields: write(value) })

export const positiveInteger =
  (write: FieldWriter): Conversion =>
  (value, report, name) =>
    Number.isInteger(value) && Number(value) >= 1
      ? { fields: write(value) }
      : refuse(report, name, `${name} must be a positive integer.`)

/** A value outside of the dialect's range has no equivalent, and is not clamped. */
export const between =
  (min: number, max: number, write: FieldWriter): Conversion =>
  (value, report, name) =>
    typeof value === 'number' && value >= min && value <= max
      ? { fields: write(value) }
      : refuse(report, name, `${name} must be between ${min} and ${max} for this provider.`)

export const numeric =
  (write: FieldWriter): Conversion =>
  (value, report, name) =>
    typeof value === 'number' ? { fields: write(value) } : refuse(report, name, `${name} must be a number.`)

/** What clients of local servers write for no limit (`n_predict` of llama.cpp's server: -1 is infinity). */
export const isUnlimited = (value: unknown): boolean => value === -1

/** If both limits are given the newer name takes precedence, because it comes later. */
export const outputLimit = (write: FieldWriter): ParameterTable => [
  [
    'max_tokens max_completion_tokens',
    (value, ...place) => (isUnlimited(value) ? {} : positiveInteger(write)(value, ...place)),
  ],
]

/** OpenAI parameters without an equivalent, ignored silently at their neutral value. */
export const vendorOnlyParameters: ParameterTable = [
  ['logprobs store', ignoredWhen(false)],
  ['top_logprobs', ignoredWhen(0)],
  ['logit_bias', ignoredWhen({})],
  ['modalities', ignoredWhen(['text'])],
]

/** For dialects with a single choice. */
export const singleChoice: Conversion = (value, report, name) =>
  value === 1 ? {} : refuse(report, name, `${name} must be 1: this provider returns a single choice.`)

/** Empty sequences stop nothing, and are dropped; so are those that the dialect rejects. */
export const stopSequences =
  (write: FieldWriter, accepts = (sequence: string): boolean => sequence !== ''): Conversion =>
  value => {
    const requested = typeof value === 'string' ? [value] : asList(value)
    const sequences = requested.filter(sequence => typeof sequence === 'string' && accepts(sequence))
    const isLossy = sequences.length < requested.length
    return sequences.length === 0 ? { isLossy } : { fields: write(sequences), isLossy }
  }
