// Builders for the requests of these tests.

import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

export { call, hello, request } from '../vendor-requests.ts'

export const use = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input,
})

export const text = (words: string): JsonObject => ({ type: 'text', text: words })

/** The adapter's request body, or its failure. */
export function written(body: JsonObject, more: Partial<AdapterContext> = {}) {
  const result = convertRequest(body, { ...context, ...more })
  return 'body' in result ? result : { failure: result }
}
