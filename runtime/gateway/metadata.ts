// The request's metadata: a JSON object in a header.
import type { JsonObject } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'

const NO_METADATA: JsonObject = {}

export function readMetadata(text: string | undefined, prefix: string): JsonObject | Failure {
  if (text === undefined || text === '') return NO_METADATA
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // reported below, without quoting the text, which may contain anything
  }
  return failure('invalid_metadata', `The header ${prefix}metadata must be a JSON object.`, {
    param: 'metadata',
  })
}
