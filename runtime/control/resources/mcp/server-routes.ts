// The routes of MCP servers, of the manifest and of the store: their tools with what is trusted and held of them, and what is switched off.
import type { McpToolApproval } from '../../../../schemas/generated/control-types.ts'
import { asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { toolDigest } from '../../../mcp/catalogue/tool-pins.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiReply, ApiRequest, RequestOf, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { Found } from '../../core/stored-form.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import { CONNECTIONS_TO_SERVER } from '../../mcp-oauth/saved-connection.ts'
import { isDefinedByGit, nowOf } from '../saved-resource.ts'
import { linkServerRoutes, type ServerKind } from '../servers/kind-routes.ts'
import { MCP_INTEGRATION_KIND, MCP_SERVER_FORM, type SavedMcpServer } from './model.ts'
import type { McpSources, ProbedServer } from './probe-server.ts'
import { MCP_TOOLS, PINS_FORM, readPins } from './stored-pins.ts'
import { isSwitchedOn, namedSubjects, showSwitchedOff, switchCapabilities } from './switch-capabilities.ts'

type Context = WriteSources & Pick<ControlSources, 'sealing'> & McpSources & McpOAuthSources

export const MCP_SERVER_KIND: ServerKind<SavedMcpServer> = {
  form: MCP_SERVER_FORM,
  noun: 'MCP server',
  object: 'mcp-server',
  parameter: 'mcpServerId',
  servedAt: '/mcp/',
  integrationProperty: 'mcp_integration_id',
  integrations: MCP_INTEGRATION_KIND,
  ofManifest: ({ mcp }) => mcp?.servers ?? {},
  plan: facts => ({ ...facts, off: {} }),
  showApart: ({ off }) => ({ off }),
  removedWith: ({ slug }, { replica }) => {
    const { revision } = readPins(replica, slug)
    // Another server of this name begins without trust.
    return revision === undefined ? [] : [{ kind: MCP_TOOLS, id: slug, value: undefined, expects: revision }]
  },
}

export const MCP_SERVERS = linkServerRoutes<SavedMcpServer, Context>(MCP_SERVER_KIND)

const readCapabilities = MCP_SERVERS.visible((found, request, context) =>
  capabilitiesReply(found, request, context, false),
)

const switchServer = MCP_SERVERS.update<RequestOf<'updateMcpServerCapabilities'>>(
  (saved, { body: { capabilities } }, context) => {
    const named = namedSubjects(context, saved.workspace, capabilities)
    return isFailure(named)
      ? named
      : { ...saved, off: switchCapabilities(saved.off, named), updatedAt: nowOf(context) }
  },
)

export const mcpServerHandlers = {
  listMcpServers: MCP_SERVERS.list,
  createMcpServer: MCP_SERVERS.create,
  readMcpServer: MCP_SERVERS.read,
  updateMcpServer: MCP_SERVERS.rename,
  deleteMcpServer: MCP_SERVERS.visible(async ({ saved }, request, context) => {
    const ended = endConnections(context, CONNECTIONS_TO_SERVER, [saved.slug])
    const removed = await MCP_SERVERS.remove(request, context, { writes: ended.writes })
    if (!isFailure(removed)) void ended.revoke()
    return removed
  }),
  readMcpServerCapabilities: readCapabilities,
  updateMcpServerCapabilities: async (request, context) => {
    const changed = await switchServer(request, context)
    return isFailure(changed) ? changed : await readCapabilities(request, context)
  },
  approveMcpTools: MCP_SERVERS.visible(async (found, request, context) => {
    const { saved } = found
    if (!mayApprove(saved, request, context))
      return failure(
        'forbidden',
        `${quoted(saved.slug)} also serves other workspaces: its tools are approved by callers with mcp_servers.update in all of them.`,
      )
    const { tools } = request.body
    const approved = await approveTools(saved, tools, request, context)
    return approved !== undefined && isFailure(approved)
      ? approved
      : await capabilitiesReply(found, request, context, true)
  }),
  readMcpServerUserAccess: MCP_SERVERS.readUserAccess,
  updateMcpServerUserAccess: MCP_SERVERS.updateUserAccess,
  testMcpServer: MCP_SERVERS.visible(async ({ saved }, _request, context) => {
    const probed = await probeOf(saved.slug, context, true)
    if (isFailure(probed)) return probed
    const { error, tools, metadata } = probed
    const names = tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    return { body: { success: error === null, error, tools: names, metadata } }
  }),
  readMcpServerMetadata: MCP_SERVERS.visible(async ({ saved }, _request, context) => {
    const probed = await probeOf(saved.slug, context, false)
    return isFailure(probed) ? probed : { body: probed.metadata }
  }),
} satisfies SomeHandlers<Context>

/** Whether the caller may change the server for all who use it: definitions are trusted for every workspace. */
function mayApprove(saved: SavedMcpServer, request: ApiRequest, { gateway }: Context): boolean {
  if (!isDefinedByGit(saved) || request.mayOrganise) return true
  const { workspaces } = gateway.mcp?.servers[saved.slug] ?? {}
  return workspaces?.every(request.may) === true
}

async function capabilitiesReply(
  { saved, revision }: Found<SavedMcpServer>,
  request: ApiRequest,
  context: Context,
  fresh: boolean,
): Promise<ApiReply | Failure> {
  const shown = await showCapabilities(saved, context, fresh)
  return isFailure(shown) ? shown : { ...pageReply(shown, request, each => each), revision }
}

/** The description of a server by itself, if it can be called. */
async function probeOf(slug: string, { mcp }: McpSources, fresh: boolean): Promise<ProbedServer | Failure> {
  const server = mcp?.server(slug)
  if (mcp === undefined || server === undefined)
    return failure('not_implemented', 'This process calls no MCP servers, so it cannot query them.')
  return await mcp.probe(server, fresh)
}

async function showCapabilities(
  { slug, off }: SavedMcpServer,
  context: Context,
  fresh: boolean,
): Promise<readonly JsonObject[] | Failure> {
  const probed = await probeOf(slug, context, fresh)
  if (isFailure(probed)) return probed
  const { trusted, held } = context.mcp?.pins?.of(slug) ?? readPins(context.replica, slug)
  const pinned = context.gateway.mcp?.servers[slug]?.pinned ?? {}
  const isOn = isSwitchedOn(off, {})
  const known = new Set<string>()
  const tools = probed.tools.flatMap((tool): readonly JsonObject[] => {
    const name = asText(tool['name'])
    if (name === undefined) return []
    known.add(`tool:${name}`)
    const digest = toolDigest(tool, context.hash)
    const approved = pinned[name] ?? trusted[name]
    const isHeld = held[name] === digest || (approved !== undefined && approved !== digest)
    return [
      {
        name,
        type: 'tool',
        enabled: isOn('tool', name),
        status: isHeld ? 'held' : 'trusted',
        digest,
        ...(isHeld && { approved_digest: approved ?? null }),
        description: (asText(tool['description']) ?? null) satisfies Json,
      },
    ]
  })
  // What is switched off for a person or key, or is none of its tools.
  const others = showSwitchedOff(off).filter(
    ({ type, name, user_id, api_key_id }) =>
      user_id !== null || api_key_id !== null || !known.has(`${String(type)}:${String(name)}`),
  )
  return [...tools, ...others]
}

type Approved = McpToolApproval['tools'][number]

/** Times that an approval is tried, since other processes write down what they have seen. */
const MAX_TRIES = 3

/**
 * Approves definitions of tools that are held. The process that has seen them writes them down in the background, so what is shown as held
 * may not be in the store yet. The revision of the approval, undefined where it is the process that remembers it; a conflict where one of the definitions is not
 * held.
 */
async function approveTools(
  server: SavedMcpServer,
  tools: readonly Approved[],
  request: ApiRequest,
  context: Context,
): Promise<number | undefined | Failure> {
  const unknown = await findUnheld(server, tools, context)
  if (unknown !== undefined)
    return failure(
      'conflict',
      `The tool ${quoted(unknown.name)} is not held with this definition: read the capabilities again.`,
      { param: 'tools' },
    )
  const { pins } = context.mcp ?? {}
  if (pins !== undefined) {
    pins.approve(server.slug, tools)
    return undefined
  }
  for (let tries = 1; ; tries += 1) {
    const written = await writeApproval(server, tools, request, context)
    if (!isFailure(written) || written.code !== 'conflict' || tries === MAX_TRIES) return written
  }
}

async function findUnheld(
  server: SavedMcpServer,
  tools: readonly Approved[],
  context: Context,
): Promise<Approved | undefined> {
  const { held } = context.mcp?.pins?.of(server.slug) ?? readPins(context.replica, server.slug)
  const unknown = tools.filter(({ name, digest }) => !(Object.hasOwn(held, name) && held[name] === digest))
  if (unknown.length === 0) return undefined
  const shown = await showCapabilities(server, context, false)
  return unknown.find(
    ({ name, digest }) =>
      isFailure(shown) ||
      !shown.some(each => each['name'] === name && each['digest'] === digest && each['status'] === 'held'),
  )
}

async function writeApproval(
  { slug, workspace }: SavedMcpServer,
  tools: readonly Approved[],
  request: ApiRequest,
  context: Context,
): Promise<number | Failure> {
  const { revision, trusted, held } = readPins(context.replica, slug)
  const approved = new Map(tools.map(({ name, digest }) => [name, digest]))
  const after = {
    trusted: { ...trusted, ...Object.fromEntries(approved) },
    held: Object.fromEntries(Object.entries(held).filter(([name]) => !approved.has(name))),
  }
  return await commitChange(context, request, {
    action: 'approve',
    resource: MCP_SERVER,
    id: slug,
    workspace: workspace === '' ? null : workspace,
    before: { trusted, held },
    after,
    writes: [{ kind: MCP_TOOLS, id: slug, value: PINS_FORM.write(after), expects: revision ?? 'absent' }],
  })
}
