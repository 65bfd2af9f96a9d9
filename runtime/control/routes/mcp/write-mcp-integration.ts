// Writes an MCP integration: validated like one of the manifest, its headers sealed.
import { MCP_ADDRESS, serverUrlFault } from '../../../../compiler/facts/server-address.ts'
import type { McpConfigurations } from '../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import type { ResourceWrite } from '../../core/resource-store.ts'
import { maskFields, sealFields } from '../../core/sealing/secret-fields.ts'
import { shownIntegrationFacts } from '../../resources/integrations/owned-integration.ts'
import { type FoundMcpIntegration, MCP_INTEGRATION_KIND } from '../../resources/mcp/find-mcp.ts'
import { planMcpOAuth } from '../../resources/mcp/plan-mcp-oauth.ts'
import {
  mcpHeadersPlace,
  type SavedMcpIntegration,
  toStoredMcpIntegration,
} from '../../resources/mcp/saved-mcp.ts'
import { validateHeaders } from '../../resources/servers/validate-headers.ts'
import { commitOfKind, type IntegrationWrites } from '../integrations/integration-writes.ts'
import { savedServersOfKind } from '../servers/server-kind.ts'
import { MCP_SERVER_WRITES } from './list-mcp-servers.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

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
