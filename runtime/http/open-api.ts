// The interface as an OpenAPI document: a file that is read on request.
import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../schemas/values/json.ts'

/** JSON; one file of the package, some 0.5 MB. */
export const readOpenApi = (): Uint8Array =>
  readFileSync(new URL('../../schemas/generated/openapi.json', import.meta.url))

export const parseOpenApi = (): JsonObject => JSON.parse(Buffer.from(readOpenApi()).toString())
