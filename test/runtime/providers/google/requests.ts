// Builders for the requests of these tests.

import { convertRequest } from '../../../../runtime/providers/google/convert-request.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

export { call, hello, request } from '../vendor-requests.ts'

export const result = (id: string, content: Json): JsonObject => ({ role: 'tool', tool_call_id: id, content })

/** The adapter's request body, or its failure. */
export function written(body: JsonObject, more: Partial<AdapterContext> = {}) {
  const outcome = convertRequest(body, { ...context, ...more })
  return 'body' in outcome ? outcome : { failure: outcome }
}
