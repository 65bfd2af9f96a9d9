// A gateway's client at its issuer: the code flow with PKCE and the renewal of tokens, for the console and for `portolan login`.
import * as oauth from 'oauth4webapi'
import type { IssuerClient } from './issuer-settings.ts'

export interface IssuerTokens {
  /** Tokens that may sign in, in the order in which they are tried: which one is for the audience is known to the gateway. */
  readonly tokens: readonly string[]
  readonly refreshToken: string | undefined
}

/** A refusal of the issuer, as a sentence; `isFinal`: another attempt with the same grant has no other result. */
export class IssuerError extends Error {
  readonly isFinal: boolean

  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

/** A client that knows its issuer. */
export interface DiscoveredIssuer {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly scope: string
  readonly options: {
    readonly [oauth.customFetch]: CustomFetch
    readonly [oauth.allowInsecureRequests]: boolean
  }
}

/** What the return from the issuer must fit. */
export interface CodeRequest {
  readonly redirect: string
  readonly verifier: string
  readonly state: string
  readonly nonce: string
}

const SCOPES = ['openid', 'email', 'profile', 'offline_access']
/** Milliseconds for one request: an agent waits for its token, and other processes for the lock. */
export const REQUEST_PATIENCE = 10_000

const isLocal = ({ hostname }: URL): boolean => hostname === '127.0.0.1' || hostname === 'localhost'

type CustomFetch = NonNullable<oauth.DiscoveryRequestOptions[typeof oauth.customFetch]> &
  NonNullable<oauth.TokenEndpointRequestOptions[typeof oauth.customFetch]>

const customFetch =
  (send: typeof fetch): CustomFetch =>
  (url: string, { body, signal, ...init }: oauth.CustomFetchOptions<string, unknown>) =>
    send(url, {
      ...init,
      ...(body ? { body: body as URLSearchParams } : {}),
      signal: signal ?? AbortSignal.timeout(REQUEST_PATIENCE),
    })

export async function discoverIssuer(
  { issuer, clientId, scopes }: IssuerClient,
  send: typeof fetch,
): Promise<DiscoveredIssuer> {
  const url = new URL(issuer)
  // Tokens never go over plain http but to this machine.
  const options = { [oauth.customFetch]: customFetch(send), [oauth.allowInsecureRequests]: isLocal(url) }
  const server = await asIssuerError('be discovered', async () =>
    oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options)),
  )
  const offered = server.scopes_supported
  const requested = [...SCOPES, ...scopes].filter(
    scope => offered === undefined || offered.includes(scope) || scopes.includes(scope),
  )
  return { server, client: { client_id: clientId }, scope: [...new Set(requested)].join(' '), options }
}

/** What went wrong, as a sentence instead of an exception of the library. */
export async function asIssuerError<T>(what: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof IssuerError) throw error
    const reason =
      error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError
        ? (error.error_description ?? error.error)
        : error instanceof Error
          ? error.message
          : String(error)
    const isFinal = error instanceof oauth.ResponseBodyError && error.status < 500 && error.status !== 429
    throw new IssuerError(`The issuer cannot ${what}: ${reason}`, isFinal)
  }
}

export const issuerTokens = ({
  id_token,
  access_token,
  refresh_token,
}: oauth.TokenEndpointResponse): IssuerTokens => ({
  tokens: [id_token, access_token].filter(
    token => token !== undefined && token.split('.').length === 3,
  ) as string[],
  refreshToken: refresh_token,
})

/** The page of the issuer where a person signs in, and what the return must fit. */
export async function startCodeFlow(
  { server, client, scope }: DiscoveredIssuer,
  redirect: string,
): Promise<CodeRequest & { readonly url: string }> {
  if (server.authorization_endpoint === undefined)
    throw new IssuerError('The issuer has no page to sign in at.')
  const request = {
    redirect,
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  }
  const url = new URL(server.authorization_endpoint)
  const parameters = {
    ...{ client_id: client.client_id, redirect_uri: redirect, response_type: 'code', scope },
    ...{
      code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: 'S256',
    },
    ...{ state: request.state, nonce: request.nonce },
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { ...request, url: url.href }
}

/** The tokens for the code that the issuer sent the browser back with. */
export async function finishCodeFlow(
  { server, client, options }: DiscoveredIssuer,
  returned: URL,
  { redirect, verifier, state, nonce }: CodeRequest,
): Promise<IssuerTokens> {
  return await asIssuerError('sign you in', async () => {
    const answer = oauth.validateAuthResponse(server, client, returned, state)
    const reply = await oauth.authorizationCodeGrantRequest(
      ...([server, client, oauth.None(), answer, redirect, verifier, options] as const),
    )
    return issuerTokens(
      await oauth.processAuthorizationCodeResponse(server, client, reply, { expectedNonce: nonce }),
    )
  })
}

/** New tokens for a refresh token; the issuer may replace that. */
export async function renewAtIssuer(
  issuer: IssuerClient,
  refreshToken: string,
  send: typeof fetch,
): Promise<IssuerTokens> {
  const { server, client, options } = await discoverIssuer(issuer, send)
  return await asIssuerError('renew the sign-in', async () => {
    const reply = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options)
    const renewed = issuerTokens(await oauth.processRefreshTokenResponse(server, client, reply))
    return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
  })
}
