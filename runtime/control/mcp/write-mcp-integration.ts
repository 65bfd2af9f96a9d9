// Writes an MCP integration: validated like one of the manifest, its headers sealed.
import {
  isHeaderName,
  isSetByGateway,
  MCP_ADDRESS,
  serverUrlFault,
} from '../../../compiler/server-address.ts'
import type { McpConfigurations } from '../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { ApiReply, ApiRequest, ControlContext } from '../api/api-request.ts'
import { commitChange } from '../api/commit-change.ts'
import { maskFields, sealFields } from '../secrets/secret-fields.ts'
import { workspaceId } from '../workspaces/choose-workspace.ts'
import type { FoundMcpIntegration } from './find-mcp.ts'
import { planMcpOAuth } from './plan-mcp-oauth.ts'
import {
  MCP_INTEGRATION,
  mcpHeadersPlace,
  type SavedMcpIntegration,
  toStoredMcpIntegration,
} from './saved-mcp.ts'

const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/

export const showMcpIntegration = (saved: SavedMcpIntegration, context: ControlContext): JsonObject => ({
  id: saved.id,
  slug: saved.slug,
  name: saved.name,
  description: saved.description,
  url: saved.url,
  auth_type: saved.authType,
  transport: 'http',
  configurations: {
    custom_headers: maskFields(saved.headers),
    ...(Object.keys(saved.oauth).length > 0 && { oauth: maskFields(saved.oauth) }),
  },
  workspace_id: saved.workspace === '' ? null : workspaceId(context, saved.workspace),
  owner: 'api',
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
  object: 'mcp-integration',
})

/** `configurations`: what the body says of headers and OAuth; undefined parts stay. */
export async function writeMcpIntegration(
  request: ApiRequest,
  context: ControlContext,
  before: FoundMcpIntegration | undefined,
  configurations: McpConfigurations | undefined,
  planned: SavedMcpIntegration,
): Promise<ApiReply | Failure> {
  const { custom_headers: headers, oauth: givenOAuth } = configurations ?? {}
  const invalid = validateUrl(planned.url, context) ?? validateHeaders(headers ?? {})
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
  return await commitMcpIntegration(request, context, before, { ...planned, headers: sealed, oauth })
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

function validateUrl(text: string, { catalog, gateway }: ControlContext): Failure | undefined {
  const fault = serverUrlFault(text, MCP_ADDRESS)
  if (fault !== undefined)
    return failure('invalid_request', `url cannot be called: ${fault}.`, { param: 'url' })
  const blocked = catalog.validateHost(new URL(text), gateway.callerHosts ?? [])
  return blocked === undefined
    ? undefined
    : failure('blocked_host', `The MCP server may not be called: ${blocked}.`, { param: 'url' })
}

function validateHeaders(headers: Readonly<Record<string, string>>): Failure | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const reason = !isHeaderName(name)
      ? 'is not the name of a header'
      : isSetByGateway(name, MCP_ADDRESS)
        ? 'is set by the gateway itself'
        : SENDABLE.test(value)
          ? undefined
          : 'has a value with characters that no header may have'
    if (reason !== undefined)
      return failure('invalid_request', `The header ${JSON.stringify(name.slice(0, 64))} ${reason}.`, {
        param: 'configurations',
      })
  }
  return undefined
}

export async function commitMcpIntegration(
  request: ApiRequest,
  context: ControlContext,
  before: FoundMcpIntegration | undefined,
  after: SavedMcpIntegration,
): Promise<ApiReply | Failure> {
  const revision = await commitChange(context, request, {
    action: before === undefined ? 'create' : 'update',
    resource: MCP_INTEGRATION,
    id: after.slug,
    workspace: after.workspace === '' ? null : after.workspace,
    before: before === undefined ? null : showMcpIntegration(before.saved, context),
    after: showMcpIntegration(after, context),
    writes: [
      {
        kind: MCP_INTEGRATION,
        id: after.slug,
        value: toStoredMcpIntegration(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
      },
    ],
  })
  return isFailure(revision) ? revision : { body: showMcpIntegration(after, context), revision }
}
