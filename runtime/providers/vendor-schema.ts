// Endpoints that OpenAI does not have, for providers that speak its schema: in the most common shape.
import { vendorBatches } from '../resources/vendor-batches.ts'
import type { Adapter } from '../values/adapter.ts'
import { compatibleRerank } from './rerank/compatible-rerank.ts'

export const vendorSchemaAdapter: Pick<Adapter, 'endpoints' | 'resources'> = {
  endpoints: { rerank: compatibleRerank },
  resources: { batches: vendorBatches },
}
