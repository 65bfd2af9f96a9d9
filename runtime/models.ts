// GET /models without a provider: what can be asked of this gateway, as names that go into `model` as they are. The
// vendor's clients read the form of the list and pass over what is told besides.
import type { ModelFacts } from '../schemas/generated/models.ts'
import type { ProviderSpec } from '../schemas/generated/types.ts'
import { encodeJson } from './body/splice.ts'
import type { Reply } from './call.ts'
import type { Parts } from './link/parts.ts'
import { knownModels } from './providers/known-models.ts'
import { JSON_HEADERS } from './reply.ts'

/** The models of each stored provider that are known; any other name works as well. Made once, when first asked for. */
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

/** Absent fields are left out of the JSON. Prices are US dollars for a million tokens. */
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
