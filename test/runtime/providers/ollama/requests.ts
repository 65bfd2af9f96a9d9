// Builders for the requests of these tests.

import { convertRequest } from '../../../../runtime/providers/ollama/convert-request.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

export { call, hello, request } from '../vendor-requests.ts'

/** The adapter's request body, or its failure. */
export function written(body: JsonObject, given: AdapterContext = context) {
  const result = convertRequest(body, given)
  return 'body' in result ? result : { failure: result }
}
