// Signs a person in at the issuer of a gateway: in the browser of this machine (RFC 8252 with PKCE), or with a code that is entered on
// another device (RFC 8628). Tokens are renewed with the refresh token.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'

/** The client of a gateway at its issuer. */
export interface IssuerClient {
  readonly issuer: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

export interface IssuerTokens {
  /** Tokens that may sign in, in the order in which they are tried: which one is for the audience is known to the gateway. */
  readonly tokens: readonly string[]
  readonly refreshToken: string | undefined
}

export interface SignInTerminal {
  readonly send: typeof fetch
  /** Shows a line to the person. */
  readonly show: (line: string) => void
  /** Opens a page in the browser, if there is one. */
  readonly openPage: (url: string) => void
}

/** A refusal of the issuer, as a sentence. */
export class IssuerError extends Error {}

const SCOPES = ['openid', 'email', 'profile', 'offline_access']
/** Milliseconds for one request: an agent waits for its token, and other processes for the lock. */
export const REQUEST_PATIENCE = 10_000
/** How long a person has to sign in in the browser, in milliseconds. */
const PATIENCE = 300_000

const isLocal = ({ hostname }: URL): boolean => hostname === '127.0.0.1' || hostname === 'localhost'

interface Issuer {
  readonly server: oauth.AuthorizationServer
  readonly client: oauth.Client
  readonly scope: string
  readonly options: {
    readonly [oauth.customFetch]: CustomFetch
    readonly [oauth.allowInsecureRequests]: boolean
  }
}

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

async function discover({ issuer, clientId, scopes }: IssuerClient, send: typeof fetch): Promise<Issuer> {
  const url = new URL(issuer)
  // Tokens never go over plain http but to this machine.
  const options = { [oauth.customFetch]: customFetch(send), [oauth.allowInsecureRequests]: isLocal(url) }
  const server = await inWords('be discovered', async () =>
    oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options)),
  )
  const offered = server.scopes_supported
  const asked = [...SCOPES, ...scopes].filter(
    scope => offered === undefined || offered.includes(scope) || scopes.includes(scope),
  )
  return { server, client: { client_id: clientId }, scope: [...new Set(asked)].join(' '), options }
}

/** What went wrong, as a sentence instead of an exception of the library. */
async function inWords<T>(what: string, action: () => Promise<T>): Promise<T> {
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
    throw new IssuerError(`The issuer cannot ${what}: ${reason}`)
  }
}

const tokensOf = ({ id_token, access_token, refresh_token }: oauth.TokenEndpointResponse): IssuerTokens => ({
  tokens: [id_token, access_token].filter(
    token => token !== undefined && token.split('.').length === 3,
  ) as string[],
  refreshToken: refresh_token,
})

/** `onDevice`: with a code that is entered elsewhere; undefined: if the issuer offers it and this machine shows no browser. */
export async function signInAtIssuer(
  issuer: IssuerClient,
  terminal: SignInTerminal,
  { onDevice, hasBrowser }: { readonly onDevice: boolean | undefined; readonly hasBrowser: boolean },
): Promise<IssuerTokens> {
  const found = await discover(issuer, terminal.send)
  const offersDevices = found.server.device_authorization_endpoint !== undefined
  if (onDevice === true && !offersDevices)
    throw new IssuerError('The issuer does not offer the device flow: sign in without --device.')
  return (onDevice ?? (offersDevices && !hasBrowser))
    ? await signInOnDevice(found, terminal)
    : await signInInBrowser(found, terminal)
}

async function signInOnDevice({ server, client, scope, options }: Issuer, { show }: SignInTerminal) {
  return await inWords('sign you in', async () => {
    const none = oauth.None()
    const started = await oauth.processDeviceAuthorizationResponse(
      server,
      client,
      await oauth.deviceAuthorizationRequest(server, client, none, { scope }, options),
    )
    const { user_code, verification_uri, verification_uri_complete, device_code, expires_in } = started
    show(`Open ${verification_uri_complete ?? verification_uri} and enter the code ${user_code}.`)
    let interval = started.interval ?? 5
    for (let waited = 0; waited < expires_in; waited += interval) {
      await wait(interval * 1000)
      const reply = await oauth.deviceCodeGrantRequest(server, client, none, device_code, options)
      try {
        return tokensOf(await oauth.processDeviceCodeResponse(server, client, reply))
      } catch (error) {
        const code = error instanceof oauth.ResponseBodyError ? error.error : ''
        if (code === 'slow_down') interval += 5
        else if (code !== 'authorization_pending') throw error
      }
    }
    throw new IssuerError('The code has expired: run the command again.')
  })
}

async function signInInBrowser(
  { server, client, scope, options }: Issuer,
  { show, openPage }: SignInTerminal,
): Promise<IssuerTokens> {
  return await inWords('sign you in', async () => {
    if (server.authorization_endpoint === undefined)
      throw new IssuerError('The issuer has no page to sign in at.')
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ]
    const listener = await listenForRedirect()
    try {
      const url = new URL(server.authorization_endpoint)
      const parameters = {
        ...{ client_id: client.client_id, redirect_uri: listener.address, response_type: 'code', scope },
        ...{
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        },
        ...{ state, nonce },
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      show(`Sign in at ${url.href}`)
      openPage(url.href)
      const back = await listener.redirected
      const answer = oauth.validateAuthResponse(server, client, back, state)
      const reply = await oauth.authorizationCodeGrantRequest(
        ...([server, client, oauth.None(), answer, listener.address, verifier, options] as const),
      )
      return tokensOf(
        await oauth.processAuthorizationCodeResponse(server, client, reply, { expectedNonce: nonce }),
      )
    } finally {
      listener.close()
    }
  })
}

/** A port of this machine that the browser is sent back to, once. */
async function listenForRedirect() {
  let settle = (_url: URL): void => {}
  let fail = (_error: Error): void => {}
  const redirected = new Promise<URL>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isAnswer = url.searchParams.has('code') || url.searchParams.has('error')
    response.writeHead(isAnswer ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      connection: 'close',
    })
    response.end(isAnswer ? 'You can close this page and return to the terminal.' : '')
    if (isAnswer) settle(url)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const timer = setTimeout(() => fail(new IssuerError('There was no sign-in within five minutes.')), PATIENCE)
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    redirected,
    close: () => {
      clearTimeout(timer)
      server.close()
      server.closeAllConnections()
    },
  }
}

/** New tokens for a refresh token; the issuer may replace that. */
export async function renewAtIssuer(
  issuer: IssuerClient,
  refreshToken: string,
  send: typeof fetch,
): Promise<IssuerTokens> {
  const { server, client, options } = await discover(issuer, send)
  return await inWords('renew the sign-in', async () => {
    const reply = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options)
    const renewed = tokensOf(await oauth.processRefreshTokenResponse(server, client, reply))
    return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken }
  })
}
