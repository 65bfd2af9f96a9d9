// The routes of MCP integrations: each is validated like one of the manifest, and its headers are sealed.

import { MCP_ADDRESS, serverUrlFault } from '../../../../compiler/server-address.ts'
import type { McpConfigurations, McpIntegrationCreate } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { maskFields, sealFields } from '../../core/sealing/secret-fields.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import {
  commitOfKind,
  deleteOfKind,
  findOwnedOfKind,
  findRequestedOfKind,
  type IntegrationWrites,
  listOfKind,
  nowOf,
  planNewOfKind,
  readAccessOfKind,
  readOfKind,
  updateAccessOfKind,
} from '../integrations/kind-routes.ts'
import { shownIntegrationFacts } from '../integrations/owned-integration.ts'
import { savedServersOfKind } from '../servers/kind-routes.ts'
import { validateHeaders } from '../servers/validate-headers.ts'
import {
  type FoundMcpIntegration,
  MCP_INTEGRATION_KIND,
  mcpHeadersPlace,
  type SavedMcpIntegration,
  toStoredMcpIntegration,
} from './model.ts'
import { planMcpOAuth } from './plan-mcp-oauth.ts'
import { readRegistryServer } from './registry-server.ts'
import { MCP_SERVER_WRITES } from './server-routes.ts'
import { namedSubjects, showSwitchedOff, switchCapabilities } from './switch-capabilities.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'> & McpOAuthSources

type McpIntegrationOperation =
  | 'listMcpIntegrations'
  | 'createMcpIntegration'
  | 'importMcpIntegration'
  | 'readMcpIntegration'
  | 'updateMcpIntegration'
  | 'deleteMcpIntegration'
  | 'readMcpIntegrationWorkspaces'
  | 'updateMcpIntegrationWorkspaces'
  | 'readMcpIntegrationCapabilities'
  | 'updateMcpIntegrationCapabilities'

export const mcpIntegrationHandlers: Handlers<McpIntegrationOperation, Context> = {
  listMcpIntegrations: async (request, context) => listOfKind(MCP_WRITES, request, context),
  createMcpIntegration: (request, context) => create(request, context, request.body),
  importMcpIntegration: async (request, context) => {
    const { server, slug, workspace_id } = request.body
    const read = readRegistryServer(server)
    if (isFailure(read)) return read
    return await create(request, context, {
      ...read,
      ...(slug !== undefined && { slug }),
      ...(workspace_id !== undefined && { workspace_id }),
    })
  },
  readMcpIntegration: async (request, context) => readOfKind(MCP_WRITES, request, context),
  updateMcpIntegration: async (request, context) => {
    const found = findOwnedOfKind(MCP_WRITES, request, context)
    if (isFailure(found)) return found
    const { saved } = found
    const { name, description, url = saved.url, auth_type: authType = saved.authType } = request.body
    // What people allowed was for the address, and for accounts of their own.
    const isOther = url !== saved.url || authType !== saved.authType
    const ended = endConnections(context, ({ server }) => isOther && isServerOf(server, saved.slug, context))
    const planned = {
      ...saved,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      url,
      authType,
      updatedAt: nowOf(context),
    }
    const { configurations } = request.body
    const written = await writeMcpIntegration(request, context, found, configurations, planned, ended.writes)
    if (!isFailure(written)) void ended.revoke()
    return written
  },
  deleteMcpIntegration: (request, context) => deleteOfKind(MCP_WRITES, request, context),
  readMcpIntegrationWorkspaces: async (request, context) => readAccessOfKind(MCP_WRITES, request, context),
  updateMcpIntegrationWorkspaces: (request, context) => updateAccessOfKind(MCP_WRITES, request, context),
  readMcpIntegrationCapabilities: async (request, context) => {
    const found = findRequestedOfKind(MCP_WRITES, request, context)
    return isFailure(found) ? found : showOff(found.saved, request, found.revision)
  },
  updateMcpIntegrationCapabilities: async (request, context) => {
    const found = findOwnedOfKind(MCP_WRITES, request, context)
    if (isFailure(found)) return found
    const { capabilities } = request.body
    const { workspace } = found.saved
    // Those of the organisation concern the people and keys of every workspace with access.
    const named = workspace === '' ? capabilities : namedSubjects(context, workspace, capabilities)
    if (isFailure(named)) return named
    const after = {
      ...found.saved,
      off: switchCapabilities(found.saved.off, named),
      updatedAt: nowOf(context),
    }
    const result = await commitOfKind(MCP_WRITES, request, context, found, after)
    return isFailure(result) ? result : showOff(after, request, result.revision)
  },
}

const isServerOf = (server: string, integration: string, { replica }: Context): boolean =>
  replica?.get(MCP_SERVER, server)?.value['integration'] === integration

async function create(
  request: ApiRequest,
  context: Context,
  body: Omit<McpIntegrationCreate, 'description'> & { readonly description?: string | null },
): Promise<ApiReply | Failure> {
  const planned = planNewOfKind(MCP_WRITES, request, context, body)
  if (isFailure(planned)) return planned
  const { url, auth_type, configurations } = body
  return await writeMcpIntegration(
    request,
    context,
    undefined,
    { custom_headers: {}, ...configurations },
    { ...planned, url, authType: auth_type, headers: {}, oauth: {}, off: {} },
  )
}

const showOff = (
  { off }: SavedMcpIntegration,
  request: ApiRequest,
  revision: number | undefined,
): ApiReply => ({ ...pageReply(showSwitchedOff(off), request, each => each), revision })

const showMcpIntegration = (saved: SavedMcpIntegration, context: Context): JsonObject => ({
  ...shownIntegrationFacts(saved, context),
  url: saved.url,
  auth_type: saved.authType,
  transport: 'http',
  configurations: {
    custom_headers: maskFields(saved.headers),
    ...(Object.keys(saved.oauth).length > 0 && { oauth: maskFields(saved.oauth) }),
  },
  object: 'mcp-integration',
})

export const MCP_WRITES: IntegrationWrites<SavedMcpIntegration> = {
  ...MCP_INTEGRATION_KIND,
  toStored: toStoredMcpIntegration,
  show: showMcpIntegration,
  showWhole: (saved, context) => ({
    ...showMcpIntegration(saved, context),
    access: saved.access,
    global_access: saved.globalAccess,
    off: saved.off,
  }),
  userOf: (slug, context) => {
    const user = savedServersOfKind(MCP_SERVER_WRITES, context).find(
      ({ saved }) => saved.integration === slug,
    )
    return user && `the server ${quoted(user.saved.slug)}`
  },
}

/** `configurations`: what the body says of headers and OAuth; undefined parts stay. `besides` is written with it. */
export async function writeMcpIntegration(
  request: ApiRequest,
  context: Context,
  before: FoundMcpIntegration | undefined,
  configurations: McpConfigurations | undefined,
  planned: SavedMcpIntegration,
  besides: readonly ResourceWrite[] = [],
): Promise<ApiReply | Failure> {
  const { custom_headers: headers, oauth: givenOAuth } = configurations ?? {}
  const invalid =
    validateUrl(planned.url, context) ?? validateHeaders(headers ?? {}, MCP_ADDRESS, 'configurations')
  if (invalid !== undefined) return invalid
  const oauth = planMcpOAuth(before?.saved, givenOAuth, planned, context)
  if (isFailure(oauth)) return oauth
  const isElsewhere = before !== undefined && originOf(before.saved.url) !== originOf(planned.url)
  if (isElsewhere && headers === undefined && Object.keys(planned.headers).length > 0) return BOUND
  const sealed =
    headers === undefined
      ? planned.headers
      : sealFields(context.sealing, headers, () => true, mcpHeadersPlace(planned))
  if (isFailure(sealed)) return sealed
  const hasHeaders = Object.keys(sealed).length > 0
  if (planned.authType === 'none' && hasHeaders) return UNUSED_HEADERS
  const after = { ...planned, headers: sealed, oauth }
  return await commitOfKind(MCP_WRITES, request, context, before, after, besides)
}

const originOf = (url: string): string => new URL(url).origin

const BOUND = failure(
  'invalid_request',
  'The stored headers are bound to their host: send them again with the URL that changes it.',
  { param: 'configurations' },
)
const UNUSED_HEADERS = failure(
  'invalid_request',
  'auth_type is none, so custom_headers would have no effect.',
  {
    param: 'configurations',
  },
)

function validateUrl(text: string, { catalog, gateway }: Context): Failure | undefined {
  const fault = serverUrlFault(text, MCP_ADDRESS)
  if (fault !== undefined)
    return failure('invalid_request', `url cannot be called: ${fault}.`, { param: 'url' })
  const blocked = catalog.validateHost(new URL(text), gateway.callerHosts ?? [])
  return blocked === undefined
    ? undefined
    : failure('blocked_host', `The MCP server may not be called: ${blocked}.`, { param: 'url' })
}
