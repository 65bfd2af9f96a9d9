// What the gateway itself knows of a server's tools: the definitions that may be used, with the arguments that they
// want in headers. Calls are checked against it, so it is read again when it is old.
import { asList, asText, isObject } from '../../../schemas/values/json.ts'
import type { Clock } from '../../values/ports.ts'
import { type ClientFacts, UNATTENDED } from '../messages/exchange.ts'
import type { RpcFault } from '../messages/message.ts'
import { type HeaderParameter, headerParameters } from '../messages/mirrored-headers.ts'
import { type McpSubject, subjectKey } from '../upstream/server-address.ts'
import type { ServerLink } from '../upstream/server-link.ts'
import type { McpServer, ToolDefinition } from './mcp-server.ts'
import type { ToolPins } from './tool-pins.ts'

export interface KnownTool {
  readonly definition: ToolDefinition
  readonly headers: readonly HeaderParameter[]
}

export interface ToolCatalogue {
  /** The tool, if it exists and is trusted; a fault where the server cannot be asked. */
  readonly find: (
    server: McpServer,
    subject: McpSubject,
    name: string,
    link: ServerLink,
  ) => Promise<KnownTool | undefined | RpcFault>
  /** The definitions of a page of a list that may be used. */
  readonly admit: (
    server: McpServer,
    subject: McpSubject,
    tools: readonly ToolDefinition[],
  ) => readonly ToolDefinition[]
  /** Reads the tools again before the next call: the server has changed them. */
  readonly expire: (server: McpServer) => void
}

/** Milliseconds for which tools are known without asking. */
const FRESH = 30_000
/** Milliseconds after which a call waits until they are read again; in between they are read beside the call. */
const STALE = 60_000
const MAX_PAGES = 50
/** Lists of one server that are cached at once. */
const MAX_LISTS = 1000

interface Known {
  readonly tools: Map<string, KnownTool>
  readonly at: number
}

export function createToolCatalogue(pins: ToolPins, clock: Pick<Clock, 'monotonic'>): ToolCatalogue {
  // By server and trust, which change when the registry does.
  // Of a server that each subject has an account of, by subject: no subject learns what another one may use.
  const known = new WeakMap<McpServer, Map<string, Known>>()
  const reading = new WeakMap<McpServer, Map<string, Promise<Known | RpcFault>>>()
  const ofServer = <T>(of: WeakMap<McpServer, Map<string, T>>, server: McpServer): Map<string, T> => {
    const found = of.get(server) ?? new Map<string, T>()
    of.set(server, found)
    return found
  }
  const admit = (server: McpServer, tools: readonly ToolDefinition[]): readonly ToolDefinition[] =>
    pins.filter(
      server,
      tools.filter(({ inputSchema }) => headerParameters(inputSchema) !== undefined),
    )
  /** The definitions of a list that a client reads: what is held from now on is not called either. */
  const admitListed: ToolCatalogue['admit'] = (server, subject, tools) => {
    const admitted = admit(server, tools)
    const found = known.get(server)?.get(subjectKey(server.address, subject))
    if (found !== undefined && admitted.length < tools.length)
      for (const tool of tools) if (!admitted.includes(tool)) found.tools.delete(String(tool['name']))
    return admitted
  }
  const read = (server: McpServer, who: string, link: ServerLink): Promise<Known | RpcFault> => {
    const pending = ofServer(reading, server).get(who)
    if (pending !== undefined) return pending
    const started = listTools(link).then(listed => {
      ofServer(reading, server).delete(who)
      if (!Array.isArray(listed)) return listed as RpcFault
      const tools = new Map(
        admit(server, listed as readonly ToolDefinition[]).flatMap(definition => {
          const name = asText(definition['name'])
          const headers = headerParameters(definition['inputSchema'])
          return name === undefined || headers === undefined ? [] : [[name, { definition, headers }] as const]
        }),
      )
      const found = { tools, at: clock.monotonic() }
      const lists = ofServer(known, server)
      if (lists.size >= MAX_LISTS) lists.clear()
      lists.set(who, found)
      return found
    })
    ofServer(reading, server).set(who, started)
    return started
  }
  return {
    find: async (server, subject, name, link) => {
      const who = subjectKey(server.address, subject)
      const found = known.get(server)?.get(who)
      const age = found === undefined ? Number.POSITIVE_INFINITY : clock.monotonic() - found.at
      const tool = found?.tools.get(name)
      if (tool !== undefined && age < FRESH) return tool
      // A tool that is not known may be new.
      const current = read(server, who, link)
      if (tool !== undefined && age < STALE) return tool
      const arrived = await current
      return 'tools' in arrived ? arrived.tools.get(name) : arrived
    },
    admit: admitListed,
    expire: server => void known.delete(server),
  }
}

const GATEWAY: ClientFacts = { info: undefined, capabilities: {} }

/** All tools of a server, or why they cannot be read. */
export async function listTools(link: ServerLink): Promise<readonly ToolDefinition[] | RpcFault> {
  const tools: ToolDefinition[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const request = { method: 'tools/list', params, client: GATEWAY, paramHeaders: [] }
    const outcome = await link.send(request, UNATTENDED)
    if ('fault' in outcome) return outcome.fault
    tools.push(...asList(outcome.result['tools']).filter(isObject))
    cursor = asText(outcome.result['nextCursor'])
    if (cursor === undefined) break
  }
  return tools
}
