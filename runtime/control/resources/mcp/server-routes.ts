// The routes of MCP servers, of the manifest and of the store: their tools with what is trusted and held of them, and what is switched off.
import type { McpToolApproval } from '../../../../schemas/generated/control-types.ts'
import { asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { toolDigest } from '../../../mcp/catalogue/tool-digest.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import {
  findListedOfKind,
  type ListedServer,
  linkServerOperations,
  type ServerResource,
} from '../servers/kind-routes.ts'
import { MCP_INTEGRATION_KIND, MCP_SERVER_FORM, type SavedMcpServer } from './model.ts'
import type { McpSources, ProbedServer } from './probe-server.ts'
import { MCP_TOOLS, readPins, toStoredPins } from './stored-pins.ts'
import { isSwitchedOn, namedSubjects, showSwitchedOff, switchCapabilities } from './switch-capabilities.ts'

type Context = WriteSources & Pick<ControlSources, 'sealing'> & McpSources & McpOAuthSources

export type ListedMcpServer = ListedServer<SavedMcpServer>

export const MCP_SERVERS: ServerResource<SavedMcpServer> = {
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
  removedWith: (slug, { replica }) => {
    const { revision } = readPins(replica, slug)
    // Another server of this name begins without trust.
    return revision === undefined ? [] : [{ kind: MCP_TOOLS, id: slug, value: undefined, expects: revision }]
  },
}

const operations = linkServerOperations(MCP_SERVERS)

export const mcpServerHandlers = {
  listMcpServers: operations.list,
  createMcpServer: operations.create,
  readMcpServer: operations.read,
  updateMcpServer: operations.update,
  deleteMcpServer: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const ended = endConnections(context, ({ server }) => server === found.slug)
    const removed = await operations.remove(request, context, ended.writes)
    if (!isFailure(removed)) void ended.revoke()
    return removed
  },
  readMcpServerCapabilities: async (request, context) => {
    const found = findListed(request, context)
    return isFailure(found) ? found : await capabilitiesReply(found, request, context, false)
  },
  updateMcpServerCapabilities: async (request, context) => {
    const { capabilities } = request.body
    const changed = await operations.change(request, context, saved => {
      const named = namedSubjects(context, saved.workspace, capabilities)
      return isFailure(named) ? named : { ...saved, off: switchCapabilities(saved.off, named) }
    })
    if (isFailure(changed)) return changed
    const found = findListed(request, context)
    return isFailure(found) ? found : await capabilitiesReply(found, request, context, false)
  },
  approveMcpTools: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    if (!mayApprove(found, request, context))
      return failure(
        'forbidden',
        `${quoted(found.slug)} also serves other workspaces: its tools are approved by callers with mcp_servers.update in all of them.`,
      )
    const { tools } = request.body
    const approved = await approveTools(found, tools, request, context)
    return approved !== undefined && isFailure(approved)
      ? approved
      : await capabilitiesReply(found, request, context, true)
  },
  readMcpServerUserAccess: operations.readUserAccess,
  updateMcpServerUserAccess: operations.updateUserAccess,
  testMcpServer: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const probed = await probeOf(found.slug, context, true)
    if (isFailure(probed)) return probed
    const { error, tools, metadata } = probed
    const names = tools.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    return { body: { success: error === null, error, tools: names, metadata } }
  },
  readMcpServerMetadata: async (request, context) => {
    const found = findListed(request, context)
    if (isFailure(found)) return found
    const probed = await probeOf(found.slug, context, false)
    return isFailure(probed) ? probed : { body: probed.metadata }
  },
} satisfies SomeHandlers<Context>

/** Whether the caller may change the server for all who use it: definitions are trusted for every workspace. */
function mayApprove(
  { slug, workspace }: ListedMcpServer,
  request: ApiRequest,
  { gateway }: Context,
): boolean {
  if (workspace !== undefined || request.mayOrganise) return true
  const { workspaces } = gateway.mcp?.servers[slug] ?? {}
  return workspaces?.every(request.may) === true
}

async function capabilitiesReply(
  found: ListedMcpServer,
  request: ApiRequest,
  context: Context,
  fresh: boolean,
): Promise<ApiReply | Failure> {
  const shown = await showCapabilities(found, context, fresh)
  return isFailure(shown) ? shown : { ...pageReply(shown, request, each => each), revision: found.revision }
}

export const findListed = (request: ApiRequest, context: Context): ListedMcpServer | Failure =>
  findListedOfKind(MCP_SERVERS, request, context)

/** What a server says of itself, as far as it can be asked. */
export async function probeOf(
  slug: string,
  { mcp }: McpSources,
  fresh: boolean,
): Promise<ProbedServer | Failure> {
  const server = mcp?.server(slug)
  if (mcp === undefined || server === undefined)
    return failure('not_implemented', 'This process calls no MCP servers, so it cannot query them.')
  return await mcp.probe(server, fresh)
}

export async function showCapabilities(
  { slug, saved }: ListedMcpServer,
  context: Context,
  fresh: boolean,
): Promise<readonly JsonObject[] | Failure> {
  const probed = await probeOf(slug, context, fresh)
  if (isFailure(probed)) return probed
  const { trusted, held } = context.mcp?.pins?.of(slug) ?? readPins(context.replica, slug)
  const pinned = context.gateway.mcp?.servers[slug]?.pinned ?? {}
  const off = saved?.off ?? {}
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
  // What is switched off for somebody, or is none of its tools.
  const others = showSwitchedOff(off).filter(
    ({ type, name, user_id, api_key_id }) =>
      user_id !== null || api_key_id !== null || !known.has(`${String(type)}:${String(name)}`),
  )
  return [...tools, ...others]
}

type Approved = McpToolApproval['tools'][number]

/** Times that an approval is tried beside those who write down what they have seen. */
const MAX_TRIES = 3

/**
 * Approves definitions of tools that are held. The process that has seen them writes them down in the background, so what is shown as held
 * may not be in the store yet. The revision of the approval, undefined where it is the process that remembers it; a conflict where one of the definitions is not
 * held.
 */
export async function approveTools(
  server: ListedMcpServer,
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
  server: ListedMcpServer,
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
  { slug, workspace }: ListedMcpServer,
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
    workspace: workspace ?? null,
    before: { trusted, held },
    after,
    writes: [{ kind: MCP_TOOLS, id: slug, value: toStoredPins(after), expects: revision ?? 'absent' }],
  })
}
