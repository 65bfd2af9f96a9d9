// The lists of an entry: what its servers list, without what the caller may not use.
import { asList, asText, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import type { Exchange, ServerRequest } from '../messages/exchange.ts'
import type { RpcOutcome } from '../messages/message.ts'
import type { EntrySession } from './entry-session.ts'
import { mayUse, shownName } from './locate-capability.ts'
import type { CapabilityKind, McpMember } from './mcp-server.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

export interface CapabilityList {
  readonly kind: CapabilityKind
  /** The property of the result. */
  readonly items: string
  /** What names an item. */
  readonly name: string
}

export const LISTS: Readonly<Record<string, CapabilityList>> = {
  'tools/list': { kind: 'tool', items: 'tools', name: 'name' },
  'prompts/list': { kind: 'prompt', items: 'prompts', name: 'name' },
  'resources/list': { kind: 'resource', items: 'resources', name: 'uri' },
  'resources/templates/list': { kind: 'resource', items: 'resourceTemplates', name: 'uriTemplate' },
}

/** Pages that are read of one server to list several as one. */
const MAX_PAGES = 50

export async function listCapabilities(
  list: CapabilityList,
  request: ServerRequest,
  session: EntrySession,
  exchange: Exchange,
  catalogue: ToolCatalogue,
): Promise<RpcOutcome> {
  const { members, virtual } = session.entry
  const [only] = members
  if (virtual === undefined && only !== undefined)
    return await listPage(list, request, session, exchange, catalogue, only)
  const items: JsonObject[] = []
  for (const member of members) {
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { cursor: _ofTheClient, ...others } = request.params
      const params = cursor === undefined ? others : { ...others, cursor }
      const outcome = await listPage(list, { ...request, params }, session, exchange, catalogue, member)
      // A server that lists nothing, or is unavailable, does not hide the others.
      if ('fault' in outcome) break
      items.push(...asList(outcome.result[list.items]).filter(isObject))
      cursor = asText(outcome.result['nextCursor'])
      if (cursor === undefined) break
    }
  }
  return { result: { [list.items]: items } }
}

async function listPage(
  { kind, items, name }: CapabilityList,
  request: ServerRequest,
  session: EntrySession,
  exchange: Exchange,
  catalogue: ToolCatalogue,
  member: McpMember,
): Promise<RpcOutcome> {
  const outcome = await session.linkOf(member.server).send(request, exchange)
  if ('fault' in outcome) return outcome
  const listed = asList(outcome.result[items]).filter(isObject)
  const trusted = kind === 'tool' ? catalogue.admit(member.server, session.subject, listed) : listed
  return {
    result: {
      ...outcome.result,
      [items]: trusted.flatMap(item => {
        const own = asText(item[name])
        return own === undefined || !mayUse(member, session, kind, own)
          ? []
          : [{ ...item, [name]: shownName(member, kind, own) }]
      }),
    },
  }
}
