// The connection of a person to an MCP server in the store: its tokens are sealed, and bound to the URL of the server.
import { asObject, asText, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { type Kind, processKind } from '../core/kind.ts'
import type { ResourceIndex } from '../core/resource-index.ts'
import type { Resource } from '../core/resource-store.ts'
import { isSealedSecret, type SecretPlace } from '../core/sealing/sealed-secret.ts'
import { openText, type Sealing, sealText } from '../core/sealing/sealing.ts'
import { OPTIONAL_TEXT, readOnce, storedAs, storedForm, TEXT, TIMES } from '../core/stored-form.ts'

/** The kind in the store, where connections are named by server and the digest of the person. */
export const MCP_CONNECTION = 'mcp_connection'

/** The kind of what gateways served last with accounts of people, by the digests of their URLs. */
export const MCP_SERVED = 'mcp_served'

export const CONNECTION_KINDS: readonly Kind[] = [
  processKind({
    name: MCP_CONNECTION,
    replicated: true,
    sealed: 'rotated',
    scopes: ['mcp_servers'],
    audited: true,
  }),
  processKind({ name: MCP_SERVED }),
]

export const CONNECTION_FORM = storedForm(MCP_CONNECTION, {
  server: TEXT,
  /** The identifier of the person. */
  user: TEXT,
  /** The slug of the workspace in which the person called. */
  workspace: storedAs('called_in', TEXT),
  /** The URL that the tokens are for; they are never sent to another one. */
  url: TEXT,
  issuer: TEXT,
  clientId: storedAs('client_id', TEXT),
  tokenEndpoint: storedAs('token_endpoint', TEXT),
  revocationEndpoint: storedAs('revocation_endpoint', OPTIONAL_TEXT),
  resource: TEXT,
  scope: OPTIONAL_TEXT,
  ...TIMES,
})

export type SavedConnection = ReturnType<typeof CONNECTION_FORM.read>

export const connectionOf = readOnce(CONNECTION_FORM)

/** Connections by the person's identifier. */
export const CONNECTIONS_OF_PERSON: ResourceIndex = {
  kind: MCP_CONNECTION,
  valuesOf: resource => [connectionOf(resource).user],
}

/** Connections by the slug of the server. */
export const CONNECTIONS_TO_SERVER: ResourceIndex = {
  kind: MCP_CONNECTION,
  valuesOf: resource => [connectionOf(resource).server],
}

/** What is written to the store besides: who renews the tokens, and which write they are from. */
export interface RenewalMark {
  /** The process that renews the tokens now; absent if none does. */
  readonly claim: string | undefined
  /** The revision of the claim under which the tokens were renewed, or of the write that connected the account: newer tokens have a greater one. */
  readonly sequence: number
}

const CLAIM = 'renewal'
const SEQUENCE = 'sequence'
const TOKENS = 'tokens'

export const markOf = ({ value, revision }: Resource): RenewalMark => {
  const sequence = value[SEQUENCE]
  return { claim: asText(value[CLAIM]), sequence: typeof sequence === 'number' ? sequence : revision }
}

/** The same connection, claimed by a process or released. */
export function withClaim(resource: Resource, claim: string | undefined): JsonObject {
  const { [CLAIM]: _before, ...value } = resource.value
  return { ...value, [SEQUENCE]: markOf(resource).sequence, ...(claim !== undefined && { [CLAIM]: claim }) }
}

/** The connection without tokens: its grant has ended. Tokens of a later renewal may still be saved. */
export function withoutTokens(resource: Resource): JsonObject {
  const { [TOKENS]: _tokens, ...value } = withClaim(resource, undefined)
  return value
}

/** What is sealed. */
export interface ConnectionTokens {
  readonly access: string
  readonly refresh: string | undefined
  readonly expiresAt: number | undefined
  readonly clientSecret: string | undefined
  readonly posts: boolean
}

export interface FoundConnection {
  readonly saved: SavedConnection
  readonly resource: Resource
}

export const connectionId = (server: string, user: string, hash: Ports['hash']): string =>
  `${server}/${hash(user)}`

const placeOf = (id: string): SecretPlace => ({ workspace: '', kind: MCP_CONNECTION, id, field: '/tokens' })

export function toStoredConnection(
  id: string,
  saved: SavedConnection,
  tokens: ConnectionTokens,
  sealing: Sealing | undefined,
  sequence?: number,
): JsonObject | Failure {
  const sealed = sealText(sealing, JSON.stringify(tokens), placeOf(id))
  if (isFailure(sealed)) return sealed
  return {
    ...CONNECTION_FORM.write(saved),
    [TOKENS]: sealed,
    ...(sequence !== undefined && { [SEQUENCE]: sequence }),
  }
}

/** Undefined if there are none, or they cannot be opened. */
export function openTokens(
  { id, value }: Resource,
  sealing: Sealing | undefined,
): ConnectionTokens | undefined {
  const sealed = value[TOKENS]
  if (!isSealedSecret(sealed)) return undefined
  const { text } = openText(sealing, sealed, placeOf(id))
  const tokens = asObject(text === undefined ? undefined : parseJson(text))
  const access = asText(tokens['access'])
  const { expiresAt } = tokens
  return access === undefined
    ? undefined
    : {
        access,
        refresh: asText(tokens['refresh']),
        expiresAt: typeof expiresAt === 'number' ? expiresAt : undefined,
        clientSecret: asText(tokens['clientSecret']),
        posts: tokens['posts'] === true,
      }
}
