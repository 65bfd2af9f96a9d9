// GET /models without a provider: the known models of the stored providers, as names for `model`. The vendor's clients
// read the list and ignore the additional fields.
import type { ModelFacts } from '../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { LinkContext } from '../link/link-context.ts'
import { knownModels } from '../providers/model-catalog.ts'
import { encodeJson } from '../values/body/splice.ts'
import type { Reply } from '../values/call.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'

/** Other model names work as well. The list is built once, on first use. */
export function linkModelList({ gateway, catalog }: LinkContext): () => Reply {
  let body: Uint8Array | undefined
  const list = (): object => ({
    object: 'list',
    data: Object.entries(gateway.providers).flatMap(([slug, { provider }]) => {
      const spec = catalog.provider(provider)
      return spec === undefined ? [] : knownModels(spec).map(model => modelEntry(slug, spec, model))
    }),
  })
  return () => {
    body ??= encodeJson(list())
    return {
      status: 200,
      headers: JSON_HEADERS,
      body,
      target: undefined,
      provider: undefined,
      retries: 0,
      cache: undefined,
    }
  }
}

/** Undefined fields are omitted from the JSON. Prices are US dollars per million tokens. */
const modelEntry = (
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
