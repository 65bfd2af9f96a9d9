// All checks, in the order of the table's columns.
import { address } from './address.ts'
import { broken } from './broken.ts'
import { bytes } from './bytes.ts'
import type { Check } from './check.ts'
import { cuttings } from './cuttings.ts'
import { error } from './error.ts'
import { messagesFace, responsesFace } from './faces.ts'
import { meaning } from './meaning.ts'
import { request } from './request.ts'
import { results } from './results.ts'
import { schema } from './schema.ts'
import { streamLaw } from './stream-law.ts'

export const checks: readonly Check[] = [
  address,
  request,
  bytes,
  meaning,
  results,
  schema,
  streamLaw,
  cuttings,
  error,
  broken,
  responsesFace,
  messagesFace,
]
