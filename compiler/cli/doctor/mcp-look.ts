// What an MCP server is to clients of one era: how it describes itself, and what it lists.
import type { CapabilityList } from '../../../runtime/mcp/catalogue/list-capabilities.ts'
import { LISTS } from '../../../runtime/mcp/catalogue/list-capabilities.ts'
import { type ClientFacts, UNATTENDED } from '../../../runtime/mcp/messages/exchange.ts'
import type { RpcOutcome } from '../../../runtime/mcp/messages/message.ts'
import { type Era, LATEST_LEGACY, LATEST_MODERN } from '../../../runtime/mcp/messages/revision.ts'
import { createLegacyServer } from '../../../runtime/mcp/upstream/legacy-server.ts'
import { createModernServer, type ServerParts } from '../../../runtime/mcp/upstream/modern-server.ts'
import {
  isDescription,
  type ServerDescription,
  type ServerLink,
} from '../../../runtime/mcp/upstream/server-link.ts'
import { asList, asText, isObject, type JsonObject } from '../../../schemas/values/json.ts'

export interface McpLook {
  readonly description: ServerDescription
  /** What is listed, by its method; a sentence where the list is refused. */
  readonly lists: ReadonlyMap<string, ReadonlyMap<string, JsonObject> | string>
}

const CLIENT: ClientFacts = { info: { name: 'portolan-doctor', version: '1' }, capabilities: {} }
const MAX_PAGES = 50

/** Looks at a server as a client of the era; the sentence of the refusal where it does not speak it. */
export async function lookAtServer(era: Era, parts: ServerParts): Promise<McpLook | string> {
  const link = linkOf(era, parts)
  try {
    const description = await link.describe(UNATTENDED)
    if (!isDescription(description)) return refusalOf(description)
    const lists = new Map<string, ReadonlyMap<string, JsonObject> | string>()
    for (const [method, list] of Object.entries(LISTS))
      if (`${list.kind}s` in description.capabilities)
        lists.set(method, await readList(method, list, era, link))
    return { description, lists }
  } finally {
    await link.close()
  }
}

function linkOf(era: Era, parts: ServerParts): ServerLink {
  if (era === 'modern') return createModernServer(parts, LATEST_MODERN, () => {})
  let session: string | undefined
  const place = {
    load: () => session,
    save: (text: string) => {
      session = text
    },
    remove: () => {
      session = undefined
    },
  }
  const client = { ...CLIENT, revision: LATEST_LEGACY }
  return createLegacyServer({ ...parts, client, place, onDoubt: () => {} })
}

async function readList(
  method: string,
  { items, name }: CapabilityList,
  era: Era,
  link: ServerLink,
): Promise<ReadonlyMap<string, JsonObject> | string> {
  const found = new Map<string, JsonObject>()
  const client = era === 'modern' ? CLIENT : { ...CLIENT, revision: LATEST_LEGACY }
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params: JsonObject = cursor === undefined ? {} : { cursor }
    const outcome = await link.send({ method, params, client, paramHeaders: [] }, UNATTENDED)
    if ('fault' in outcome) return refusalOf(outcome)
    for (const item of asList(outcome.result[items]).filter(isObject))
      found.set(asText(item[name]) ?? '', item)
    cursor = asText(outcome.result['nextCursor'])
    if (cursor === undefined) break
  }
  return found
}

const refusalOf = (outcome: RpcOutcome): string =>
  'fault' in outcome ? `${outcome.fault.message} (${outcome.fault.code})` : 'no description'
