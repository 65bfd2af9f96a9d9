// All checks, in the order of the table's columns.
import { address } from './address.ts'
import { bytes } from './bytes.ts'
import type { ConformanceCheck } from './check.ts'
import { chunkBoundaries } from './chunk-boundaries.ts'
import { error } from './error.ts'
import { errorsInSuccess } from './errors-in-success.ts'
import { messagesApi, responsesApi } from './inbound-apis.ts'
import { meaning } from './meaning.ts'
import { request } from './request.ts'
import { results } from './results.ts'
import { schema } from './schema.ts'
import { streamInvariants } from './stream-invariants.ts'

export const checks: readonly ConformanceCheck[] = [
  address,
  request,
  bytes,
  meaning,
  results,
  schema,
  streamInvariants,
  chunkBoundaries,
  error,
  errorsInSuccess,
  responsesApi,
  messagesApi,
]
