// The interface of saved resources as an MCP server of the gateway's own: who asks is identified as by the routes, lists what it may
// use, and calls the same operations. Sessions and both eras are those of all MCP servers here.
import type { Gateway } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { McpServer } from '../../mcp/catalogue/mcp-server.ts'
import { kindRules, type NameRule } from '../../mcp/catalogue/name-rules.ts'
import type { McpState } from '../../mcp/mcp-service.ts'
import { methodNotFound } from '../../mcp/messages/fault.ts'
import { linkMcpHead } from '../../mcp/refuse-head.ts'
import { linkMcpServing } from '../../mcp/serve-mcp.ts'
import type { ServerLink } from '../../mcp/upstream/server-link.ts'
import type { Reply } from '../../values/call.ts'
import type { AdmittedControl, ControlExchange, ControlRequest } from '../../values/control-surface.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { CONTROL_SLUG } from '../core/control-slug.ts'
import { actsFor, identityOf, type Principal, UNVERIFIED } from '../core/principal.ts'
import { type Identify, refusePage } from '../serve/identify.ts'
import type { RunOperation } from '../serve/run-operation.ts'
import { describeTools } from './describe-tools.ts'
import { createToolServer, TOOL_SERVER } from './tool-server.ts'

export interface ControlTools {
  readonly admit: (request: ControlRequest) => AdmittedControl | Failure
}

export interface ControlToolParts {
  readonly gateway: Pick<Gateway, 'apiKeys' | 'mcp' | 'publicUrl' | 'listen'>
  /** Who asks, with tokens for this server too. */
  readonly identify: Identify
  readonly run: RunOperation
  /** The OpenAPI document of the interface. */
  readonly openApi: () => JsonObject
  readonly state: Pick<McpState, 'sessions' | 'catalogue' | 'closing'>
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash' | 'nextTurn'>
}

/** Undefined where the manifest does not switch them on. */
export function linkControlTools(parts: ControlToolParts): ControlTools | undefined {
  const { gateway, identify, run, state, ports } = parts
  if (gateway.mcp?.control !== true) return undefined
  const tools = describeTools(parts.openApi())
  const refuseHead = linkMcpHead(gateway)
  const nameRuleOf = linkNameRules(gateway)
  /** By the server of one request, which is what the proxy asks for. */
  const links = new WeakMap<McpServer, ServerLink>()
  const find = (server: McpServer): ServerLink => {
    const link = links.get(server)
    if (link === undefined) throw new Error('Tools of the interface are used outside of their request.')
    return link
  }
  const serve = linkMcpServing({
    ports,
    ...state,
    links: { ofSession: (_session, server) => find(server), shared: find, own: find, closeSession: () => {} },
    serve: async (request, { entry }, exchange) => {
      const [only] = entry.members
      return only === undefined
        ? methodNotFound(request.method)
        : await find(only.server).send(request, exchange)
    },
    sessionSeconds: gateway.mcp.sessionTtl,
  })
  const answer = async (
    principal: Principal,
    { method, headers }: ControlRequest,
    body: Uint8Array,
    { cancellation, record }: ControlExchange,
  ): Promise<Reply> => {
    const mayName = nameRuleOf(principal)
    if (mayName === undefined) return failureReply(NO_TOOLS)
    let tool: string | undefined
    const server: McpServer = { ...TOOL_SERVER }
    const onTool = (name: string): void => {
      tool = name
    }
    links.set(server, createToolServer({ tools, principal, mayName, run, onTool }))
    const served = await serve(method, body, {
      headers,
      entry: {
        id: CONTROL_SLUG,
        members: [{ server, prefix: '', selects: () => true }],
        virtual: undefined,
      },
      access: { allows: (_server, kind, name) => kind === 'tool' && mayName(name) },
      subject: {
        key: `${principal.type}:${principal.id}`,
        user: principal.user,
        actsAsUser: principal.user !== undefined && actsFor(principal, principal.user),
        workspace: identityOf(principal).workspace,
      },
      cancellation,
      traceContext: {},
      pass: (_call, use) => use(undefined),
      onTarget: () => {},
    })
    record.mcp = {
      server: CONTROL_SLUG,
      ...(tool !== undefined && { tool }),
      method: served.method,
      ...(principal.type === 'person' && { user: principal.id }),
      era: served.era,
    }
    return served.reply
  }
  return {
    admit: request => {
      const principal = identify(request)
      if (isFailure(principal)) return principal
      const caller = principal instanceof Promise ? UNVERIFIED : identityOf(principal)
      const refused = refuseHead(request.method, request.headers)
      if (refused !== undefined) return { ...refused, key: caller }
      if (principal instanceof Promise)
        return {
          caller,
          handle: async (body, exchange) => {
            const person = await principal
            return isFailure(person) ? failureReply(person) : await answer(person, request, body, exchange)
          },
        }
      const page = refusePage(principal, request.headers)
      if (page !== undefined) return { ...page, key: caller }
      return { caller, handle: (body, exchange) => answer(principal, request, body, exchange) }
    },
  }
}

/** Which tools a caller may name: all, but for keys of the manifest that say what they may use. */
function linkNameRules({
  apiKeys,
}: Pick<Gateway, 'apiKeys'>): (principal: Principal) => NameRule | undefined {
  const ofKeys = new Map(
    apiKeys.flatMap(({ id, mcp }) => (mcp === undefined ? [] : [[id, mcp[CONTROL_SLUG]] as const])),
  )
  return ({ id, type, key }) => {
    if (type !== 'api-key' || key !== undefined || !ofKeys.has(id)) return () => true
    const kinds = ofKeys.get(id)
    if (kinds === undefined) return undefined
    const rule = kindRules(kinds)
    return name => rule('tool', name)
  }
}

const NO_TOOLS = failure('not_found', `There is no MCP server "${CONTROL_SLUG}" that this key may use.`)
