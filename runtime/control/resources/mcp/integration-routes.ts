// The routes of MCP integrations: each is validated like one of the manifest, and its headers are sealed.
import { MCP_ADDRESS, serverUrlFault } from '../../../../compiler/facts/server-address.ts'
import type { McpConfigurations, McpIntegrationCreate } from '../../../../schemas/generated/control-types.ts'
import { asList, asObject, asText, type Json } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { MCP_SERVER } from '../../access/mcp-kinds.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { toSlug } from '../../core/choose-slug.ts'
import { pageReply } from '../../core/pages.ts'
import { maskFields } from '../../core/sealing/secret-fields.ts'
import type { McpOAuthSources } from '../../mcp-oauth/call-authority.ts'
import { endConnections } from '../../mcp-oauth/end-connections.ts'
import { CONNECTIONS_TO_SERVER } from '../../mcp-oauth/saved-connection.ts'
import {
  type IntegrationContext,
  integrationResource,
  linkAccess,
  planNewOfKind,
} from '../integrations/kind-routes.ts'
import { sealHeaders, shownIntegrationFacts } from '../integrations/owned-integration.ts'
import { linkResource, nowOf, saveResource } from '../saved-resource.ts'
import { serversUsing } from '../servers/kind-routes.ts'
import { validateHeaders } from '../servers/validate-headers.ts'
import { MCP_INTEGRATION_KIND, type SavedMcpIntegration } from './model.ts'
import { planMcpOAuth } from './plan-mcp-oauth.ts'
import { namedSubjects, showSwitchedOff, switchCapabilities } from './switch-capabilities.ts'

type Context = IntegrationContext & McpOAuthSources

const MCP_INTEGRATIONS = integrationResource<SavedMcpIntegration, Context>({
  ...MCP_INTEGRATION_KIND,
  show: (saved, context) => ({
    ...shownIntegrationFacts(saved, context),
    url: saved.url,
    auth_type: saved.authType,
    transport: 'http',
    configurations: {
      custom_headers: maskFields(saved.headers),
      ...(Object.keys(saved.oauth).length > 0 && { oauth: maskFields(saved.oauth) }),
    },
    object: 'mcp-integration',
  }),
  showApart: ({ off }) => ({ off }),
  userOf: (slug, context) => {
    const [user] = serversUsing(MCP_SERVER, slug, context)
    return user && `the server ${quoted(user)}`
  },
})

const integrations = linkResource(MCP_INTEGRATIONS)
const access = linkAccess(integrations, MCP_INTEGRATION_KIND.noun)

export const mcpIntegrationHandlers = {
  listMcpIntegrations: integrations.list,
  createMcpIntegration: integrations.create((request, context) => plan(request, context, request.body)),
  importMcpIntegration: integrations.create((request, context) => {
    const { server, slug, workspace_id } = request.body
    const read = readRegistryServer(server)
    if (isFailure(read)) return read
    return plan(request, context, {
      ...read,
      ...(slug !== undefined && { slug }),
      ...(workspace_id !== undefined && { workspace_id }),
    })
  }),
  readMcpIntegration: integrations.read,
  updateMcpIntegration: integrations.writable(async (found, request, context) => {
    const { saved } = found
    const { name = saved.name, description = saved.description, configurations } = request.body
    const { url = saved.url, auth_type: authType = saved.authType } = request.body
    // What people allowed was for the address, and for accounts of their own.
    const isOther = url !== saved.url || authType !== saved.authType
    const servers = isOther ? serversUsing(MCP_SERVER, saved.slug, context) : []
    const ended = endConnections(context, CONNECTIONS_TO_SERVER, servers)
    const planned = { ...saved, name, description, url, authType, updatedAt: nowOf(context) }
    const after = configure(context, saved, configurations, planned)
    if (isFailure(after)) return after
    const change = { before: found, after, writes: ended.writes }
    const written = await saveResource(MCP_INTEGRATIONS, request, context, change)
    if (!isFailure(written)) void ended.revoke()
    return written
  }),
  deleteMcpIntegration: integrations.remove,
  readMcpIntegrationWorkspaces: access.read,
  updateMcpIntegrationWorkspaces: access.update,
  readMcpIntegrationCapabilities: integrations.visible(({ saved, revision }, request) => ({
    body: showOff(saved, request),
    revision,
  })),
  updateMcpIntegrationCapabilities: integrations.update(
    (saved, { body: { capabilities } }, context) => {
      const { workspace, off } = saved
      // Those of the organisation concern the people and keys of every workspace with access.
      const named = workspace === '' ? capabilities : namedSubjects(context, workspace, capabilities)
      return isFailure(named)
        ? named
        : { ...saved, off: switchCapabilities(off, named), updatedAt: nowOf(context) }
    },
    { show: showOff },
  ),
} satisfies SomeHandlers<Context>

function plan(
  request: ApiRequest,
  context: Context,
  body: Omit<McpIntegrationCreate, 'description'> & { readonly description?: string | null },
): SavedMcpIntegration | Failure {
  const planned = planNewOfKind(MCP_INTEGRATION_KIND, request, context, body)
  if (isFailure(planned)) return planned
  const { url, auth_type, configurations } = body
  return configure(
    context,
    undefined,
    { custom_headers: {}, ...configurations },
    { ...planned, url, authType: auth_type, headers: {}, oauth: {}, off: {} },
  )
}

function showOff({ off }: SavedMcpIntegration, request: ApiRequest): Json {
  return pageReply(showSwitchedOff(off), request, each => each).body
}

/** The integration with `configurations`, the headers and OAuth of the body; undefined parts stay. */
function configure(
  context: Context,
  before: SavedMcpIntegration | undefined,
  configurations: McpConfigurations | undefined,
  planned: SavedMcpIntegration,
): SavedMcpIntegration | Failure {
  const { custom_headers: headers, oauth: givenOAuth } = configurations ?? {}
  const invalid =
    validateUrl(planned.url, context) ?? validateHeaders(headers ?? {}, MCP_ADDRESS, 'configurations')
  if (invalid !== undefined) return invalid
  const oauth = planMcpOAuth(before, givenOAuth, planned, context)
  if (isFailure(oauth)) return oauth
  const isElsewhere = before !== undefined && originOf(before.url) !== originOf(planned.url)
  if (isElsewhere && headers === undefined && Object.keys(planned.headers).length > 0) return BOUND
  const sealed = sealHeaders(MCP_INTEGRATION_KIND, planned, headers, context)
  if (isFailure(sealed)) return sealed
  const hasHeaders = Object.keys(sealed).length > 0
  if (planned.authType === 'none' && hasHeaders) return UNUSED_HEADERS
  return { ...planned, headers: sealed, oauth }
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

export function readRegistryServer(value: unknown): Omit<McpIntegrationCreate, 'workspace_id'> | Failure {
  const document = asObject(value)
  // The registry wraps what publishers write.
  const server = document['server'] === undefined ? document : asObject(document['server'])
  const name = asText(server['name'])
  if (name === undefined) return invalid('"server.name" is missing.')
  const remotes = asList(server['remotes']).map(asObject)
  const remote = remotes.find(({ type }) => type === 'streamable-http')
  if (remote === undefined)
    return invalid(
      remotes.some(({ type }) => type === 'sse')
        ? `${quoted(name)} has remotes of the transport HTTP+SSE only, which is not supported.`
        : `${quoted(name)} has no remote, only packages: the gateway starts no processes (stdio). Run it behind HTTP, and create an integration with its URL.`,
    )
  const url = asText(remote['url']) ?? ''
  if (/\{[^}]*\}/.test(url))
    return invalid(
      `The URL of ${quoted(name)} has variables: create an integration with the URL that is meant.`,
    )
  const required = asList(remote['headers'])
    .map(asObject)
    .filter(({ isRequired }) => isRequired === true)
  const title = asText(server['title']) ?? name
  const description = asText(server['description'])
  return {
    name: title,
    slug: toSlug(name.split('/').at(-1) ?? name).slice(0, 50),
    ...(description !== undefined && { description }),
    url,
    // Its secrets are not part of the document: they are sent with an update.
    auth_type: required.length > 0 ? 'headers' : 'none',
  }
}

const invalid = (reason: string): Failure => failure('invalid_request', reason, { param: 'server' })
