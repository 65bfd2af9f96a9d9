// What authorization servers of MCP servers read about the gateway, at the URL that identifies it as their client.
import type { JsonObject } from '../../schemas/values/json.ts'

export const CLIENT_PATH = '/.well-known/mcp-client.json'

export const callbackUrl = (publicUrl: string): string => `${publicUrl}/mcp/callback`

/** What is registered of a client without a secret. */
export const clientMetadata = (publicUrl: string): JsonObject => ({
  client_name: 'Portolan',
  client_uri: publicUrl,
  // What OpenID Connect takes to be meant is not the same everywhere (SEP-837).
  application_type: 'web',
  redirect_uris: [callbackUrl(publicUrl)],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

export const clientDocument = (publicUrl: string): JsonObject => ({
  client_id: publicUrl + CLIENT_PATH,
  ...clientMetadata(publicUrl),
})
