// All adapters at once, for those who may be asked about any provider: the compiler, simulations, the control plane.
import type { Adapters } from '../values/adapter.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { azure, azureMessages, azureModels } from './azure/azure.ts'
import { bedrock } from './bedrock/bedrock.ts'
import { bedrockMantle } from './bedrock/mantle.ts'
import { cohere } from './cohere/cohere.ts'
import { compatibleDialect } from './compatible/compatible.ts'
import { dashscope, voyage } from './compatible/embeddings.ts'
import { fireworks } from './fireworks/images.ts'
import { google } from './google/google.ts'
import { vertex } from './google/vertex/vertex.ts'
import { mistral } from './mistral/mistral.ts'
import { nomic } from './nomic/embed.ts'
import { ollama } from './ollama/ollama.ts'
import { openai } from './openai/count-tokens.ts'
import type { AdapterTables } from './registry.ts'
import { replicate } from './replicate/images.ts'
import { stability } from './stability/images.ts'
import { together } from './together/together.ts'

export const adapterTables: AdapterTables = {
  dialects: {
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
  },
  providers: { dashscope, fireworks, mistral, nomic, openai, replicate, stability, together, voyage },
}

const byDialect = new Map(Object.entries(adapterTables.dialects))
const byProvider = new Map(Object.entries(adapterTables.providers))

export const allAdapters: Adapters = {
  ofDialect: ({ dialect }) => byDialect.get(dialect),
  ofProvider: ({ id }) => byProvider.get(id),
}
