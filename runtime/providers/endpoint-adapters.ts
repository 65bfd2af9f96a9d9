// Endpoints of single providers that differ although their dialect does not, by provider.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Adapter, Endpoint, EndpointAdapter } from '../values/adapter.ts'
import { countedEmbeddings, limitedEmbeddings } from './compatible/embeddings.ts'
import { fireworksImages } from './fireworks/images.ts'
import { fillInTheMiddle } from './mistral/fill-in-the-middle.ts'
import { nomicEmbeddings } from './nomic/embed.ts'
import { replicateImages } from './replicate/images.ts'
import { stabilityImages } from './stability/images.ts'

const BY_PROVIDER: ReadonlyMap<string, Adapter['endpoints']> = new Map([
  ['dashscope', { embeddings: limitedEmbeddings }],
  ['fireworks', { 'images/generations': fireworksImages }],
  ['mistral', { completions: fillInTheMiddle, embeddings: limitedEmbeddings }],
  ['nomic', { embeddings: nomicEmbeddings }],
  ['replicate', { 'images/generations': replicateImages }],
  ['stability', { 'images/generations': stabilityImages }],
  ['voyage', { embeddings: countedEmbeddings }],
])

export const adapterOfProvider = ({ id }: ProviderSpec, endpoint: Endpoint): EndpointAdapter | undefined =>
  BY_PROVIDER.get(id)?.[endpoint]
