// A chat for a model, and what is sent instead.
import type { JsonObject } from '../../../schemas/values/json.ts'

export const user = { role: 'user', content: 'Hello' }

export type FamilyCase = readonly [
  title: string,
  model: string,
  given: JsonObject,
  /** Fields that differ from the given ones; null: left out. */
  changed: JsonObject,
  dropped?: readonly string[],
]
