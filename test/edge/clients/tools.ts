// The two tools of every agent in these tests; the model repeats their results at the end.
import type { JsonObject } from '../../../schemas/values/json.ts'

export const NAMES = ['weather', 'time'] as const

export const PARAMETERS = {
  type: 'object',
  properties: { city: { type: 'string', description: 'A city of Switzerland.' } },
  required: ['city'],
  additionalProperties: false,
} as const

export const run = (name: string, args: unknown): string => `${name} of ${(args as JsonObject)['city']}`

/** The answer of an agent that ran both rounds, at any provider. */
export const BOTH_ROUNDS = 'weather of Zürich; weather of Bern; time of Zürich; time of Bern'

/** The schema of the model's structured output. */
export const CITY_SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, people: { type: 'integer' } },
  required: ['city', 'people'],
  additionalProperties: false,
} as const
