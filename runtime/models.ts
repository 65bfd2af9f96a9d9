// GET /models without a provider: the known models of the stored providers, as names for `model`. The vendor's clients
// read the list and ignore the additional fields.
import type { ModelFacts } from '../schemas/generated/models.ts'
import type { ProviderSpec } from '../schemas/generated/types.ts'
import { encodeJson } from './body/splice.ts'
import type { Reply } from './call.ts'
import type { Parts } from './link/parts.ts'
import { knownModels } from './providers/known-models.ts'
import { JSON_HEADERS } from './reply.ts'

/** Other model names work as well. The list is built once, on first use. */
export function linkModels({ gateway, catalog }: Parts): () => Reply {
  let body: Uint8Array | undefined
  const list = (): object => ({
    object: 'list',
    data: Object.entries(gateway.providers).flatMap(([slug, { provider }]) => {
      const row = catalog.provider(provider)
      return row === undefined ? [] : knownModels(row).map(model => entry(slug, row, model))
    }),
  })
  return () => {
    body ??= encodeJson(list())
    return {
      status: 200,
      headers: JSON_HEADERS,
      body,
      at: undefined,
      provider: undefined,
      retries: 0,
      cache: undefined,
    }
  }
}

/** Undefined fields are omitted from the JSON. Prices are US dollars per million tokens. */
const entry = (
  slug: string,
  { id: provider, capabilities }: ProviderSpec,
  { id, context, input, output, cached }: ModelFacts,
): object => ({
  id: `@${slug}/${id}`,
  object: 'model',
  created: 0,
  owned_by: provider,
  context_window: context,
  prices: input === undefined && output === undefined ? undefined : { input, output, cached_input: cached },
  capabilities,
})
