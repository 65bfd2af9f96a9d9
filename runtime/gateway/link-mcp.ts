// Requests to MCP servers: admitted with the gateway's own keys, and served by the proxy with the rights of their caller. Tools are
// called under limits and guardrails: their arguments are what is sent, their result is what comes back. Guardrails also read prompts,
// resources and completions.
import { asObject } from '../../schemas/values/json.ts'
import { linkDerivedIds } from '../../schemas/values/uuid.ts'
import type { PassMcpRequest } from '../mcp/catalogue/entry-session.ts'
import type { LinkedEntry } from '../mcp/catalogue/link-servers.ts'
import type { McpAccess, McpEntry } from '../mcp/catalogue/mcp-server.ts'
import { kindRules } from '../mcp/catalogue/name-rules.ts'
import type { StoredMcp } from '../mcp/catalogue/stored-mcp.ts'
import type { ClientRequest } from '../mcp/client/client-request.ts'
import { linkMcpService, type McpState } from '../mcp/mcp-service.ts'
import { faultOf, refusedOutcome } from '../mcp/messages/fault.ts'
import type { RpcOutcome } from '../mcp/messages/message.ts'
import { linkMcpHead } from '../mcp/refuse-head.ts'
import type { Reply } from '../values/call.ts'
import { failureReply } from '../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import type { IdentifyToken, TokenCaller } from '../values/token-callers.ts'
import { traceContextFor } from '../values/trace-context.ts'
import { type AdmitConnectPage, MCP_PATH, type McpAdmission } from './admit-server.ts'
import { type Caller, UNSET_CALLER } from './authenticate.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { type ExchangeContext, linkExchanges } from './guarded-exchange.ts'
import type { RequestHead, ServiceExchange } from './request.ts'
import { linkResourceServer } from './resource-server.ts'

/** What requests to MCP servers need of the process. */
export interface McpParts {
  readonly state: McpState
  /** The servers of the manifest. */
  readonly entries: ReadonlyMap<string, LinkedEntry>
  /** Servers that were saved by API; absent without a store. */
  readonly stored?: StoredMcp | undefined
  /** Identifies the owner of a token; absent if no tokens are accepted. */
  readonly identifyToken?: IdentifyToken | undefined
  /** The pages on which people connect accounts; absent if they cannot. */
  readonly connectPages?: AdmitConnectPage | undefined
}

/** A request to an entry, whose body is read next. */
interface AdmittedMcp {
  readonly entry: McpEntry
  readonly access: McpAccess
  readonly caller: Caller
  /** The address of a person who sent a token. */
  readonly person?: string
}

/** How long sessions of saved servers are retained. */
const SESSION_SECONDS = 3600

export function linkMcp(parts: GatewayParts, served: McpParts): McpAdmission {
  const { gateway, ports } = parts
  const { state, entries, stored, identifyToken, connectPages } = served
  const sessionSeconds = gateway.mcp?.sessionTtl ?? SESSION_SECONDS
  const serve = linkMcpService({ ports, state, sessionSeconds })
  const mcpRequests = linkMcpRequests(parts)
  const keyRules = new Map(
    gateway.apiKeys.flatMap(({ id, mcp }) =>
      mcp === undefined
        ? []
        : [[id, new Map(Object.entries(mcp).map(([server, kinds]) => [server, kindRules(kinds)]))] as const],
    ),
  )
  const slugOf = linkDerivedIds(ports.hash, 'mcpServer', () => entries.keys())
  const find = (name: string, caller: Caller): Omit<AdmittedMcp, 'caller'> | undefined => {
    const id = slugOf(name) ?? name
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
  const refuseHead = linkMcpHead(gateway)
  /** The first of the person's workspaces by name that may use an entry. */
  const workspaceFor = (name: string, person: TokenCaller): string | undefined => {
    const id = slugOf(name) ?? name
    const known = entries.get(id)
    if (known !== undefined)
      return known.workspaces === undefined
        ? person.workspace
        : [...known.workspaces].sort().find(person.mayCallIn)
    const workspace = stored?.workspaceOf(id)
    return workspace !== undefined && person.mayCallIn(workspace) ? workspace : undefined
  }
  const findFor = (path: string, caller: Caller | undefined): AdmittedMcp | Failure => {
    const id = entryOf(path)
    const found = caller && find(id, caller)
    return found === undefined || caller === undefined
      ? (stored?.lookFault?.() ??
          failure('not_found', `There is no MCP server ${quoted(id)} that this key may use.`))
      : { ...found, caller }
  }
  const answer = async (
    { entry, access, caller, person }: AdmittedMcp,
    { method, headers }: RequestHead,
    trace: string,
    body: Uint8Array,
    { cancellation, record }: ServiceExchange,
  ): Promise<Reply> => {
    const target: { server?: string; tool?: string; isError?: true } = {}
    const passRequest = mcpRequests({ caller, trace, cancellation, record })
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
      traceContext: traceContextFor(headers, trace),
      pass: async (call, run) => {
        const outcome = await passRequest(call, run)
        if ('result' in outcome && asObject(outcome.result)['isError'] === true) target.isError = true
        return outcome
      },
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
  }
  const resourceServer = linkResourceServer(gateway)
  const admitPerson = async (
    { method, path, headers }: RequestHead,
    token: string,
    identify: IdentifyToken,
    audiences: readonly string[],
  ): Promise<AdmittedMcp | Failure> => {
    const refused = refuseHead(method, headers)
    if (refused !== undefined) return refused
    const person = await identify(token, audiences)
    if (isFailure(person)) return person
    const workspace = workspaceFor(entryOf(path), person)
    const found = findFor(path, workspace === undefined ? undefined : callerOfPerson(person, workspace))
    return isFailure(found) ? found : { ...found, person: person.id }
  }
  return {
    connectPages,
    admit: (head, caller, trace) => {
      const admitted = refuseHead(head.method, head.headers) ?? findFor(head.path, caller)
      return isFailure(admitted)
        ? admitted
        : { of: 'mcp', handle: (body, exchange) => answer(admitted, head, trace, body, exchange) }
    },
    admitToken:
      identifyToken &&
      resourceServer &&
      ((head, token, trace) => {
        const found = admitPerson(head, token, identifyToken, resourceServer.audiences(entryOf(head.path)))
        return {
          of: 'mcp',
          verified: async () => {
            const admitted = await found
            return isFailure(admitted) ? admitted : admitted.caller
          },
          handle: async (body, exchange) => {
            const admitted = await found
            return isFailure(admitted)
              ? failureReply(admitted)
              : await answer(admitted, head, trace, body, exchange)
          },
        }
      }),
  }
}

/** The identifier of the entry that a path names. */
function entryOf(path: string): string {
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

function linkMcpRequests(parts: GatewayParts): (context: ExchangeContext) => PassMcpRequest {
  const exchanges = linkExchanges(parts, 'mcp')
  return context => {
    const pass = exchanges(context)
    return async ({ server, tool, content, beside }, run) => {
      const isCall = tool !== undefined
      const noun = isCall ? 'the call of the tool' : 'the request'
      let outcome: RpcOutcome | undefined
      const passed = await pass(
        {
          path: `/mcp/${server}`,
          input: content,
          beside,
          metadata: { _mcp_server: server, ...(isCall && { _mcp_tool: tool }) },
          facts: isCall ? { endpoint: 'mcp', mcp: { server, tool } } : undefined,
          noun,
        },
        async rewritten => {
          outcome = await run(rewritten)
          // Guards do not read errors of the server.
          return 'result' in outcome ? { output: outcome.result } : { failed: true }
        },
      )
      if ('refused' in passed) return refusedOutcome(passed.refused, passed.headers)
      if (outcome === undefined) return { fault: faultOf(failure('internal', `No response to ${noun}.`)) }
      return 'result' in outcome && passed.output !== undefined ? { result: passed.output } : outcome
    }
  }
}
