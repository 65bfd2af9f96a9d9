// The adapters by dialect. A dialect that is missing needs none: its providers speak the OpenAI schema.
import { vendorBatches } from '../resources/vendor-batches.ts'
import type { Adapter } from '../values/adapter.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { azure, azureMessages, azureModels } from './azure/azure.ts'
import { bedrock } from './bedrock/bedrock.ts'
import { bedrockMantle } from './bedrock/mantle.ts'
import { cohere } from './cohere/cohere.ts'
import { compatibleDialect } from './compatible/compatible.ts'
import { google } from './google/google.ts'
import { vertex } from './google/vertex/vertex.ts'
import { ollama } from './ollama/ollama.ts'
import { compatibleRerank } from './rerank/compatible-rerank.ts'

export const adapters: { readonly [dialect: string]: Adapter } = {
  anthropic,
  google,
  cohere,
  compatible: compatibleDialect,
  ollama,
  cloud1: bedrock,
  'cloud1-mantle': bedrockMantle,
  cloud2: azure,
  'cloud2-models': azureModels,
  'cloud2-messages': azureMessages,
  cloud3: vertex,
}

/** Endpoints that OpenAI does not have, for providers that speak its schema: in the most common shape. */
export const vendorSchemaAdapter: Pick<Adapter, 'endpoints' | 'resources'> = {
  endpoints: { rerank: compatibleRerank },
  resources: { batches: vendorBatches },
}
