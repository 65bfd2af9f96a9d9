// GET /models without a provider: what can be asked of this gateway, as names that go into `model` as they are.

import { encodeJson } from './body/splice.ts'
import type { Reply } from './call.ts'
import type { Parts } from './link/parts.ts'
import { JSON_HEADERS } from './reply.ts'

/** The models of each stored provider that its row of the catalogue knows, in the vendor's list form. */
export function listModels({ gateway, catalog }: Parts): Reply {
  const list = Object.entries(gateway.providers).flatMap(([slug, { provider }]) =>
    (catalog.provider(provider)?.models ?? []).map(model => ({
      id: `@${slug}/${model}`,
      object: 'model',
      created: 0,
      owned_by: provider,
    })),
  )
  return {
    status: 200,
    headers: JSON_HEADERS,
    body: encodeJson({ object: 'list', data: list }),
    at: undefined,
    provider: undefined,
    retries: 0,
    cache: undefined,
  }
}
