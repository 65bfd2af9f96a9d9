// Reads the request fields that predicates use: metadata, body parameters before overrides, the path.

import type { Field } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { Body } from '../../values/body/body.ts'

/** What predicates read of a call. */
export interface FieldSource {
  readonly body: Pick<Body, 'field'>
  readonly metadata: JsonObject
  readonly pathname: string
}

/** The field's value in a call, or undefined when missing. */
export type ReadField = (call: FieldSource) => Json | undefined

export function linkField(field: Field): ReadField {
  if (field.from === 'path') return call => call.pathname
  const [first, ...segments] = field.path
  if (first === undefined) return () => undefined
  const name = String(first)
  const top: ReadField =
    field.from === 'params'
      ? call => call.body.field(name)
      : call => (Object.hasOwn(call.metadata, name) ? call.metadata[name] : undefined)
  return segments.length === 0 ? top : call => descend(top(call), segments)
}

function descend(value: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let at: Json | undefined = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined
    // `[0]` reads arrays and `.name` reads objects, never the other way round.
    if (Array.isArray(at) !== (typeof step === 'number')) return undefined
    at = Object.hasOwn(at, step) ? (at as { readonly [key: string]: Json })[String(step)] : undefined
  }
  return at
}
