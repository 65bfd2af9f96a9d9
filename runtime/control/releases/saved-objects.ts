// Objects that decide where calls go and what is sent, and that were saved by API and not by git: of a store, or of a running gateway.

import { asList, asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import { MCP_INTEGRATION, MCP_SERVER } from '../access/mcp-kinds.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import { RATE_LIMIT, USAGE_LIMIT } from '../limits/policy.ts'
import { AGENT_INTEGRATION, AGENT_SERVER } from '../resources/agents/model.ts'
import { CONFIG } from '../resources/configs/model.ts'
import { INTEGRATION } from '../resources/integrations/model.ts'
import { PARTIAL, PROMPT } from '../resources/prompts/model.ts'
import { PROVIDER } from '../resources/providers/model.ts'

export interface SavedObject {
  /** In words: `config`, `rate limit`. */
  readonly what: string
  /** The slug, or the identifier of what has none. */
  readonly name: string
  /** When it was last changed; absent if that is not stored. */
  readonly changed?: string
}

interface ObjectKind {
  readonly kind: string
  /** The route that lists them. */
  readonly path: string
  readonly what: string
}

const KINDS: readonly ObjectKind[] = [
  { kind: CONFIG, path: '/configs', what: 'config' },
  { kind: PROMPT, path: '/prompts', what: 'prompt' },
  { kind: PARTIAL, path: '/prompts/partials', what: 'prompt partial' },
  { kind: INTEGRATION, path: '/integrations', what: 'integration' },
  { kind: PROVIDER, path: '/providers', what: 'provider' },
  { kind: RATE_LIMIT, path: '/policies/rate-limits', what: 'rate limit' },
  { kind: USAGE_LIMIT, path: '/policies/usage-limits', what: 'usage limit' },
  { kind: MCP_INTEGRATION, path: '/mcp-integrations', what: 'MCP integration' },
  { kind: MCP_SERVER, path: '/mcp-servers', what: 'MCP server' },
  { kind: AGENT_INTEGRATION, path: '/agent-integrations', what: 'agent integration' },
  { kind: AGENT_SERVER, path: '/agent-servers', what: 'agent server' },
]

const PAGE = 100

export async function savedInStore(store: Pick<ResourceStore, 'list'>): Promise<readonly SavedObject[]> {
  const found: SavedObject[] = []
  for (const { kind, what } of KINDS)
    for (let after: string | undefined; ; ) {
      const page = await store.list(kind, { limit: PAGE, ...(after === undefined ? {} : { after }) })
      for (const { id, value } of page)
        if (value['status'] !== 'archived') found.push(objectOf(what, id, value))
      if (page.length < PAGE) break
      after = page.at(-1)?.id
    }
  return found
}

/** Over the API, which tells whether an object is managed by git. Rejects with a `StoreError` if the key may not list them. */
export async function savedInGateway({
  send,
}: {
  readonly send: (method: string, path: string) => Promise<JsonObject>
}): Promise<readonly SavedObject[]> {
  const found: SavedObject[] = []
  for (const { path, what } of KINDS)
    for (let current = 0; ; current += 1) {
      const { data } = await send('GET', `${path}?page_size=${PAGE}&current_page=${current}`)
      const page = asList(data).map(asObject)
      for (const value of page)
        if (value['owner'] === 'api')
          found.push(objectOf(what, asText(value['slug']) ?? asText(value['id']) ?? '', value))
      if (page.length < PAGE) break
    }
  return found
}

function objectOf(what: string, name: string, value: JsonObject): SavedObject {
  const changed = asText(value['last_updated_at']) ?? asText(value['updated_at'])
  return { what, name, ...(changed === undefined ? {} : { changed }) }
}
