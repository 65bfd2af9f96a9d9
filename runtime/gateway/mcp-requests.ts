// Requests to MCP servers: admitted with the gateway's own keys, and served by the proxy with the rights of their caller.
import type { Gateway } from '../../schemas/generated/types.ts'
import type { LinkedEntry } from '../mcp/catalogue/link-servers.ts'
import type { McpAccess, McpEntry } from '../mcp/catalogue/mcp-server.ts'
import { kindRules } from '../mcp/catalogue/name-rules.ts'
import type { StoredMcp } from '../mcp/catalogue/stored-mcp.ts'
import type { ClientRequest } from '../mcp/client/client-request.ts'
import { linkMcpService, type McpServiceParts } from '../mcp/mcp-service.ts'
import { linkMcpHead } from '../mcp/refuse-head.ts'
import type { CallRecord, Reply } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import type { Headers } from '../values/headers.ts'
import type { IdentifyToken, TokenCaller } from '../values/token-callers.ts'
import { traceparentFor } from '../values/trace-context.ts'
import { UNSET_CALLER } from './admit-control.ts'
import type { Caller } from './authenticate.ts'
import type { LinkToolCalls } from './mcp-tool-calls.ts'
import { linkResourceServer } from './resource-server.ts'

/** A request to an entry, whose body is read next. */
export interface AdmittedMcp {
  readonly entry: McpEntry
  readonly access: McpAccess
  readonly caller: Caller
  /** The address of a person who sent a token. */
  readonly person?: string
}

export interface McpRequests {
  /** The entry that a path names, or why it is refused. */
  readonly admit: (method: string, path: string, headers: Headers, caller: Caller) => AdmittedMcp | Failure
  /** The same for a person with a token, which is verified meanwhile; undefined where no tokens are accepted. */
  readonly admitToken:
    | ((method: string, path: string, headers: Headers, token: string) => Promise<AdmittedMcp | Failure>)
    | undefined
  readonly handle: (
    admitted: AdmittedMcp,
    request: McpHttpRequest,
    body: Uint8Array,
    cancellation: Cancellation,
    record: CallRecord,
  ) => Promise<Reply>
}

export interface McpHttpRequest {
  readonly method: string
  readonly headers: Headers
  readonly trace: string
}

export const MCP_PATH = '/mcp/'

export interface McpRequestParts extends McpServiceParts {
  readonly gateway: Gateway
  /** The servers of the manifest. */
  readonly entries: ReadonlyMap<string, LinkedEntry>
  /** Servers that were saved by API; absent without a store. */
  readonly stored?: StoredMcp | undefined
  /** Who tokens are of; absent where none are accepted. */
  readonly identifyToken?: IdentifyToken | undefined
  readonly toolCalls: LinkToolCalls
}

export function linkMcpRequests({
  gateway,
  entries,
  stored,
  identifyToken,
  toolCalls,
  ...service
}: McpRequestParts): McpRequests {
  const serve = linkMcpService(service)
  const keyRules = new Map(
    gateway.apiKeys.flatMap(({ id, mcp }) =>
      mcp === undefined
        ? []
        : [[id, new Map(Object.entries(mcp).map(([server, kinds]) => [server, kindRules(kinds)]))] as const],
    ),
  )
  const find = (id: string, caller: Caller): Omit<AdmittedMcp, 'caller'> | undefined => {
    const known = entries.get(id)
    const ownRules = caller.stored === undefined ? keyRules.get(caller.id) : undefined
    if (known !== undefined) {
      if (known.workspaces?.has(caller.workspace) === false) return undefined
      if (ownRules === undefined) return { entry: known.entry, access: ALL }
      const rule = ownRules.get(id)
      // What a key may use of a virtual server is named as that server's.
      return rule && { entry: known.entry, access: { allows: (_server, kind, name) => rule(kind, name) } }
    }
    return ownRules === undefined ? stored?.find(id, caller) : undefined
  }
  const resourceServer = linkResourceServer(gateway)
  const refuseHead = linkMcpHead(gateway)
  return {
    admit: (method, path, headers, caller) => {
      const id = entryIdOf(path)
      const refused = refuseHead(method, headers)
      if (refused !== undefined) return refused
      const found = find(id, caller)
      return found === undefined ? unknownServer(id) : { ...found, caller }
    },
    admitToken:
      identifyToken &&
      resourceServer &&
      (async (method, path, headers, token) => {
        const id = entryIdOf(path)
        const refused = refuseHead(method, headers)
        if (refused !== undefined) return refused
        const person = await identifyToken(token, resourceServer.audiences(id))
        if (isFailure(person)) return person
        // The first of the person's workspaces that may use it.
        for (const workspace of person.workspaces) {
          const caller = callerOfPerson(person, workspace)
          const found = find(id, caller)
          if (found !== undefined) return { ...found, caller, person: person.id }
        }
        return unknownServer(id)
      }),
    handle: async (
      { entry, access, caller, person },
      { method, headers, trace },
      body,
      cancellation,
      record,
    ) => {
      const target: { server?: string; tool?: string } = {}
      const request: ClientRequest = {
        headers,
        entry,
        access,
        subject: {
          key: caller.id,
          user: caller.user,
          actsAsUser: person !== undefined || caller.stored?.isAccepted === true,
          workspace: caller.workspace,
        },
        cancellation,
        traceparent: traceparentFor(headers, trace),
        pass: toolCalls({ caller, trace, cancellation, record }),
        onTarget: (server, tool) => {
          target.server = server
          if (tool !== undefined) target.tool = tool
        },
      }
      const served = await serve(method, body, request)
      record.mcp = {
        server: target.server ?? entry.id,
        ...target,
        method: served.method,
        ...(person !== undefined && { user: person }),
        era: served.era,
      }
      return served.reply
    },
  }
}

function entryIdOf(path: string): string {
  const [pathname = ''] = path.split('?', 1)
  return pathname.slice(MCP_PATH.length).replace(/\/$/, '')
}

/** No key has an identifier with a colon, so nothing of a key holds for a person. */
const callerOfPerson = ({ id, user }: TokenCaller, workspace: string): Caller => ({
  ...UNSET_CALLER,
  id: `user:${id}`,
  workspace,
  user,
})

const ALL: McpAccess = { allows: () => true }

const unknownServer = (id: string): Failure =>
  failure('not_found', `There is no MCP server ${quoted(id)} that this key may use.`)
