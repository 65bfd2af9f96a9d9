// The token of a person for a gateway: exchanged for a token of the issuer, stored for this machine's user, and renewed in time.
import { homedir } from 'node:os'
import { type IssuerTokens, REQUEST_PATIENCE, renewAtIssuer } from '../../../runtime/console/issuer-client.ts'
import type { IssuerClient } from '../../../runtime/console/issuer-settings.ts'
import { asObject, asText, type JsonObject, parseJson } from '../../../schemas/values/json.ts'
import type { Terminal } from '../terminal.ts'
import type { GatewayAddress } from './gateway-address.ts'
import { type Login, loginsFile, readLogins, whileLocked, writeLogin } from './logins.ts'

/** A refusal of the gateway, as a sentence. */
export class TokenError extends Error {}

export interface TokenPorts {
  readonly send: typeof fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly file: string
}

/** Those of the user of a terminal. */
export const tokenPorts = ({ environment }: Terminal): TokenPorts => ({
  send: fetch,
  now: Date.now,
  file: loginsFile(environment, environment['HOME'] ?? homedir()),
})

const WELL_KNOWN = '/.well-known/portolan-sign-in'

async function ask(
  send: typeof fetch,
  url: string,
  init: RequestInit = {},
): Promise<readonly [number, JsonObject]> {
  try {
    // A redirect would take the token to another origin.
    const signal = AbortSignal.timeout(REQUEST_PATIENCE)
    const reply = await send(url, { redirect: 'error', signal, ...init })
    return [reply.status, asObject(parseJson(await reply.text()))]
  } catch {
    throw new TokenError(`The gateway ${new URL(url).origin} cannot be reached.`)
  }
}

/** The issuer that people of a gateway sign in with. */
export async function findIssuer({ origin }: GatewayAddress, send: typeof fetch): Promise<IssuerClient> {
  const [status, { issuer, client_id, scopes }] = await ask(send, `${origin}${WELL_KNOWN}`)
  if (status !== 200 || typeof issuer !== 'string' || typeof client_id !== 'string')
    throw new TokenError(
      `The gateway ${origin} does not sign in from a command line: its manifest needs sign_in.client_id and a store.`,
    )
  return { issuer, clientId: client_id, scopes: Array.isArray(scopes) ? scopes.map(String) : [] }
}

export interface SignInRequest {
  readonly workspace: string | undefined
  readonly device: string
}

/** The gateway's token for those of the issuer. */
export async function exchangeTokens(
  { origin, base }: GatewayAddress,
  { issuer, clientId }: IssuerClient,
  { tokens, refreshToken }: IssuerTokens,
  { workspace, device }: SignInRequest,
  { send, now, file }: TokenPorts,
): Promise<Login> {
  let refusal = 'The issuer gave no token that is signed (a JWT).'
  for (const token of tokens) {
    const [status, body] = await ask(send, `${base}/sign-in/token`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ device, ...(workspace !== undefined && { workspace_id: workspace }) }),
    })
    if (status === 200 || status === 201) {
      const login: Login = {
        ...{ issuer, clientId, device, token: asText(body['token']) ?? '' },
        ...{ user: asText(body['user']) ?? '', workspace: asText(body['workspace_id']) ?? '' },
        ...{ since: now(), expiresAt: Date.parse(asText(body['expires_at']) ?? '') },
        ...(refreshToken !== undefined && { refreshToken }),
      }
      writeLogin(file, origin, login)
      return login
    }
    refusal = asText(asObject(body['error'])['message']) ?? `The gateway replied with the status ${status}.`
    // Only the other token may be for the audience of the gateway; a person who is refused is refused with both.
    if (status !== 401) break
  }
  throw new TokenError(refusal)
}

/** A helper of an agent may cache a token for some minutes, so it is renewed before half of its time is over, at the latest ten minutes before its end. */
const MARGIN = 600_000

const isFresh = ({ since, expiresAt }: Login, now: number): boolean =>
  expiresAt - now > Math.min(MARGIN, (expiresAt - since) / 2)

/** The login with a token that is valid for some time; renewed if necessary. */
export async function currentLogin(
  address: GatewayAddress,
  scopes: readonly string[],
  ports: TokenPorts,
): Promise<Login> {
  const { origin } = address
  const { send, now, file } = ports
  const stored = readLogins(file).get(origin)
  if (stored !== undefined && isFresh(stored, now())) return stored
  return await whileLocked(file, async () => {
    // Another process may have renewed it meanwhile.
    const login = readLogins(file).get(origin)
    if (login === undefined)
      throw new TokenError(`You are not signed in at ${origin}: run "portolan login --gateway ${origin}".`)
    if (isFresh(login, now())) return login
    const { issuer, clientId, refreshToken, workspace, device } = login
    try {
      if (refreshToken === undefined) throw new TokenError('The issuer gave no refresh token.')
      const client = { issuer, clientId, scopes }
      const renewed = await renewAtIssuer(client, refreshToken, send)
      // The issuer may accept the old refresh token no more, whatever the gateway replies.
      writeLogin(file, origin, {
        ...login,
        ...(renewed.refreshToken && { refreshToken: renewed.refreshToken }),
      })
      return await exchangeTokens(address, client, renewed, { workspace, device }, ports)
    } catch (error) {
      if (login.expiresAt > now()) return login
      const reason = error instanceof Error ? error.message : String(error)
      throw new TokenError(`The sign-in has ended: ${reason} Run "portolan login --gateway ${origin}".`)
    }
  })
}

/** Ends the token at the gateway, as far as it can be reached, and forgets it. */
export async function endLogin(
  { origin, base }: GatewayAddress,
  { send, file }: TokenPorts,
): Promise<string | undefined> {
  const login = readLogins(file).get(origin)
  if (login === undefined) throw new TokenError(`You are not signed in at ${origin}.`)
  await whileLocked(file, async () => writeLogin(file, origin, undefined))
  try {
    const [status] = await ask(send, `${base}/sign-in/token`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${login.token}` },
    })
    return status < 300 || status === 401 ? undefined : `The gateway replied with the status ${status}.`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
