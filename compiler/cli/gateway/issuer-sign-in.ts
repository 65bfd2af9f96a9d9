// Signs a person in at the issuer of a gateway: in the browser of this machine (RFC 8252 with PKCE), or with a code that is entered on
// another device (RFC 8628). Tokens are renewed with the refresh token.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import {
  asIssuerError,
  type DiscoveredIssuer,
  discoverIssuer,
  finishCodeFlow,
  IssuerError,
  type IssuerTokens,
  issuerTokens,
  startCodeFlow,
} from '../../../runtime/console/issuer-client.ts'
import type { IssuerClient } from '../../../runtime/console/issuer-settings.ts'

export interface SignInTerminal {
  readonly send: typeof fetch
  /** Shows a line to the person. */
  readonly show: (line: string) => void
  /** Opens a page in the browser, if there is one. */
  readonly openPage: (url: string) => void
}

/** How long a person has to sign in in the browser, in milliseconds. */
const PATIENCE = 300_000

/** `onDevice`: with a code that is entered elsewhere; undefined: if the issuer offers it and this machine shows no browser. */
export async function signInAtIssuer(
  issuer: IssuerClient,
  terminal: SignInTerminal,
  { onDevice, hasBrowser }: { readonly onDevice: boolean | undefined; readonly hasBrowser: boolean },
): Promise<IssuerTokens> {
  const found = await discoverIssuer(issuer, terminal.send)
  const offersDevices = found.server.device_authorization_endpoint !== undefined
  if (onDevice === true && !offersDevices)
    throw new IssuerError('The issuer does not offer the device flow: sign in without --device.')
  return (onDevice ?? (offersDevices && !hasBrowser))
    ? await signInOnDevice(found, terminal)
    : await signInInBrowser(found, terminal)
}

async function signInOnDevice(
  { server, client, scope, options }: DiscoveredIssuer,
  { show }: SignInTerminal,
) {
  return await asIssuerError('sign you in', async () => {
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
        return issuerTokens(await oauth.processDeviceCodeResponse(server, client, reply))
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
  found: DiscoveredIssuer,
  { show, openPage }: SignInTerminal,
): Promise<IssuerTokens> {
  return await asIssuerError('sign you in', async () => {
    const listener = await listenForRedirect()
    try {
      const { url, ...request } = await startCodeFlow(found, listener.address)
      show(`Sign in at ${url}`)
      openPage(url)
      return await finishCodeFlow(found, await listener.redirected, request)
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
