// The caller's metadata: a JSON object in a header.
import type { JsonObject } from '../../compiler/source.ts'
import { type Failure, failure } from '../failures.ts'

const NONE: JsonObject = {}

export function readMetadata(text: string | undefined, prefix: string): JsonObject | Failure {
  if (text === undefined || text === '') return NONE
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // told below: the text is not quoted, it may hold anything
  }
  return failure('invalid_metadata', `The header ${prefix}metadata must hold a JSON object.`, {
    param: 'metadata',
  })
}
