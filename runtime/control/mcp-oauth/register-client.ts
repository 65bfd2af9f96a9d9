// Which client the gateway is at an authorization server: the one of the manifest, the document at an URL of its own, or one that it
// registers itself as (RFC 7591) and saves in the store, sealed, by issuer.
import { asText } from '../../../schemas/values/json.ts'
import { CLIENT_PATH, callbackUrl, clientMetadata } from '../../values/client-document.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { type Kind, processKind } from '../core/kind.ts'
import type { ResourceStore } from '../core/resource-store.ts'
import { isSealedSecret } from '../core/sealing/sealed-secret.ts'
import { openText, type Sealing, sealText } from '../core/sealing/sealing.ts'
import type { CallAuthority } from './call-authority.ts'
import type { Authority } from './discover-authority.ts'
import type { OAuthServer } from './oauth-server.ts'
import { createOAuthClient, type OAuthClient } from './request-tokens.ts'

/** The kind of clients in the store, where they are named by the digest of issuer and redirect. */
const MCP_CLIENT = 'mcp_client'

export const CLIENT_KINDS: readonly Kind[] = [processKind({ name: MCP_CLIENT, sealed: 'rotated' })]

export interface Registrations {
  readonly publicUrl: string
  readonly store: ResourceStore
  readonly sealing: Sealing | undefined
  readonly hash: Ports['hash']
  readonly call: CallAuthority
}

export async function chooseClient(
  server: OAuthServer,
  authority: Authority,
  registrations: Registrations,
): Promise<OAuthClient | Failure> {
  const { publicUrl } = registrations
  if (server.clientId !== undefined) {
    const secret = server.hasSecret ? server.clientSecret() : undefined
    return server.hasSecret && secret === undefined
      ? failure('secret_unavailable', `The secret of the MCP server "${server.slug}" cannot be read now.`)
      : createOAuthClient(server.clientId, secret, authority.authMethods)
  }
  // Others fetch it, so it must not be changed on the way.
  if (authority.readsClientDocuments && publicUrl.startsWith('https://'))
    return createOAuthClient(publicUrl + CLIENT_PATH, undefined, [])
  if (authority.registrationEndpoint === undefined)
    return failure(
      'connection_failed',
      `The MCP server "${server.slug}" cannot be connected: ${authority.issuer} registers no clients by itself. Register the gateway there, with the redirect ${callbackUrl(publicUrl)}, and name it as "client_id".`,
    )
  return await register(server, authority, authority.registrationEndpoint, registrations)
}

async function register(
  server: OAuthServer,
  authority: Authority,
  url: string,
  { publicUrl, store, sealing, hash, call }: Registrations,
): Promise<OAuthClient | Failure> {
  const id = hash(JSON.stringify([authority.issuer, publicUrl]))
  const place = { workspace: '', kind: MCP_CLIENT, id, field: '/secret' }
  const known = await store.read(MCP_CLIENT, id)
  const knownId = asText(known?.value['client_id'])
  if (knownId !== undefined) {
    const sealed = known?.value['secret']
    const secret = isSealedSecret(sealed) ? openText(sealing, sealed, place).text : undefined
    return createOAuthClient(knownId, secret, authority.authMethods)
  }
  const reply = await call(server, { url, json: clientMetadata(publicUrl) })
  if (isFailure(reply)) return reply
  const clientId = asText(reply.json['client_id'])
  if ((reply.status !== 201 && reply.status !== 200) || clientId === undefined)
    return failure(
      'connection_failed',
      `${authority.issuer} does not register the gateway (status ${reply.status}).`,
    )
  const secret = asText(reply.json['client_secret'])
  const sealed = secret === undefined ? undefined : sealText(sealing, secret, place)
  if (isFailure(sealed)) return sealed
  const value = { issuer: authority.issuer, client_id: clientId, ...(sealed && { secret: sealed }) }
  const { conflict } = await store.commit({ writes: [{ kind: MCP_CLIENT, id, value, expects: 'absent' }] })
  // Another process has registered at the same time: all use one client.
  return conflict === undefined
    ? createOAuthClient(clientId, secret, authority.authMethods)
    : await register(server, authority, url, { publicUrl, store, sealing, hash, call })
}
