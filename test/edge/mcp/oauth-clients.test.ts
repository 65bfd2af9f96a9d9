// The OAuth clients of both majors of the official SDK against the gateway as a resource server: from the first 401 to a call, for clients
// that register themselves, that are known to the issuer, and that are identified by a document of their own.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  UnauthorizedError as ModernUnauthorized,
} from '@modelcontextprotocol/client'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { manifestKey } from '../../support/control-harness.ts'
import { closeAll, later } from '../../support/local-servers.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { runSignInServer } from '../../support/mcp/sign-in-server.ts'
import { runGateway } from '../../support/running-gateway.ts'
import { freePort } from '../../support/test-redis.ts'

afterEach(closeAll)

const REDIRECT = 'http://127.0.0.1:9/callback'
const DOCUMENT = 'https://client.example.com/oauth/metadata.json'

async function start() {
  const upstream = await runModernUpstream()
  later(upstream.stop)
  const issuer = await runSignInServer()
  later(issuer.stop)
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const gateway = await runGateway({
    listen: { port },
    api_keys: [manifestKey('agent', 'default', ['mcp.invoke'])],
    public_url: publicUrl,
    trusted_hosts: ['127.0.0.1'],
    sign_in: { issuer: issuer.issuer, audience: 'portolan', scopes: ['openid'] },
    mcp: {
      control: true,
      token_scopes: ['tools:use'],
      servers: { tickets: { url: upstream.url }, other: { url: upstream.url } },
    },
  })
  later(gateway.stop)
  return { upstream, issuer, gateway, publicUrl }
}

interface Known {
  readonly client_id: string
  readonly client_secret?: string
}

/** What the SDK wants of an application: it keeps what it is given, and sees where a browser would be led. */
function createApplication(known?: Known, clientMetadataUrl?: string) {
  let information: object | undefined = known
  let tokens: object | undefined
  let verifier = ''
  let discovered: object | undefined
  const led: URL[] = []
  return {
    led,
    tokensNow: () => tokens as { readonly access_token: string } | undefined,
    dropRefreshToken: () => {
      tokens = { ...tokens, refresh_token: undefined }
    },
    spoil: () => {
      tokens = { ...tokens, access_token: 'eyJh.eyJi.c2ln' }
    },
    provider: {
      redirectUrl: REDIRECT,
      ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
      clientMetadata: {
        client_name: 'Desk',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: known?.client_secret === undefined ? 'none' : 'client_secret_basic',
      },
      clientInformation: () => information,
      saveClientInformation: (given: object) => {
        information = given
      },
      tokens: () => tokens,
      saveTokens: (given: object) => {
        tokens = given
      },
      redirectToAuthorization: (url: URL) => {
        led.push(url)
      },
      saveCodeVerifier: (given: string) => {
        verifier = given
      },
      codeVerifier: () => verifier,
      saveDiscoveryState: (given: object) => {
        discovered = given
      },
      discoveryState: () => discovered,
    },
  }
}
type Application = ReturnType<typeof createApplication>

const SDKS = {
  'first major': {
    unauthorized: UnauthorizedError,
    open: (url: URL, { provider }: Application) => ({
      client: new LegacyClient({ name: 'desk', version: '1' }),
      transport: new LegacyTransport(url, { authProvider: provider as never }),
    }),
  },
  'second major': {
    unauthorized: ModernUnauthorized,
    open: (url: URL, { provider }: Application) => ({
      client: new ModernClient(
        { name: 'desk', version: '1' },
        { versionNegotiation: { mode: { pin: '2026-07-28' } } as never },
      ),
      transport: new ModernTransport(url, { authProvider: provider as never }),
    }),
  },
} as const

describe.each(Object.entries(SDKS))('the client of the %s of the SDK', (_name, { open, unauthorized }) => {
  /** Connects, signs in where that is asked for, and connects again with the token. */
  const signIn = async (url: URL, application: Application) => {
    const first = open(url, application)
    const refused = await (first.client.connect as (transport: unknown) => Promise<void>)(
      first.transport,
    ).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(unauthorized)
    const [page] = application.led
    if (page === undefined) throw new Error('The client led nobody to an authorization server.')
    const back = new URL((await fetch(page, { redirect: 'manual' })).headers.get('location') ?? '')
    await first.transport.finishAuth(back.searchParams.get('code') ?? '')
    return await connect(url, application)
  }
  const connect = async (url: URL, application: Application) => {
    const { client, transport } = open(url, application)
    await (client.connect as (transport: unknown) => Promise<void>)(transport)
    later(() => client.close())
    return client as LegacyClient
  }

  it('signs in again for the scopes that its token lacks, and keeps those that it has', async () => {
    const { issuer, publicUrl } = await start()
    const url = new URL(`${publicUrl}/mcp/tickets`)
    const application = createApplication()
    const finish = async (
      page: URL | undefined,
      transport: { finishAuth: (code: string) => Promise<void> },
    ) => {
      const back = new URL((await fetch(page ?? '', { redirect: 'manual' })).headers.get('location') ?? '')
      await transport.finishAuth(back.searchParams.get('code') ?? '')
    }
    const refuse = async () => {
      const { client, transport } = open(url, application)
      await expect((client.connect as (to: unknown) => Promise<void>)(transport)).rejects.toThrow()
      return transport
    }
    const first = await refuse()
    // The person allows something else than the client asked for.
    application.led[0]?.searchParams.set('scope', 'openid profile')
    await finish(application.led[0], first)
    // The client of the first major would renew the token, which has no more scopes then either.
    application.dropRefreshToken()
    const second = await refuse()
    await finish(application.led[1], second)
    expect(issuer.seen.scopes.map(scopes => scopes.split(' ').sort().join(' '))).toEqual([
      'openid profile',
      'openid profile tools:use',
    ])
    expect((await (await connect(url, application)).listTools()).tools.length).toBeGreaterThan(0)
  })

  it.each([
    ['registers itself', undefined, undefined, { documents: false, registers: true }, /^client-/],
    [
      'is known to the issuer with its secret',
      { client_id: 'desk', client_secret: 'desk-secret' },
      undefined,
      { documents: false, registers: false },
      /^desk$/,
    ],
    [
      'is identified by its document',
      undefined,
      DOCUMENT,
      { documents: true, registers: false },
      /^https:\/\/client\.example\.com\//,
    ],
  ] as const)(
    'that %s finds the issuer, signs in for this server, and calls',
    async (_how, known, document, set, id) => {
      const { issuer, publicUrl, upstream } = await start()
      Object.assign(issuer.set, set)
      if (known !== undefined) issuer.clients.set(known.client_id, known.client_secret)
      const application = createApplication(known, document)
      const client = await signIn(new URL(`${publicUrl}/mcp/tickets`), application)
      expect(application.led[0]?.searchParams.get('client_id')).toMatch(id)
      expect(issuer.seen.resources).toEqual([`${publicUrl}/mcp/tickets`])
      expect(issuer.seen.scopes[0]?.split(' ')).toEqual(expect.arrayContaining(['openid', 'tools:use']))
      const { content } = await client.callTool({ name: 'echo', arguments: { a: 1 } })
      expect(JSON.stringify(content).replaceAll('\\', '')).toContain('echo {"a":1}')
      expect(JSON.stringify(upstream.seen.headers)).not.toContain('eyJ')
    },
  )
  it('whose token is not valid any more gets another by itself', async () => {
    const { issuer, publicUrl } = await start()
    const application = createApplication()
    const url = new URL(`${publicUrl}/mcp/tickets`)
    await signIn(url, application)
    application.spoil()
    const client = await connect(url, application)
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    expect(issuer.seen.grants).toEqual(['authorization_code', 'refresh_token'])
  })
  it('reaches the tools of the interface with the rights of its person', async () => {
    const { publicUrl } = await start()
    const client = await signIn(new URL(`${publicUrl}/mcp/portolan`), createApplication())
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('listConfigs')
    expect(names).not.toContain('createWorkspace')
  })
  it('uses its token for no other server', async () => {
    const { publicUrl } = await start()
    const application = createApplication()
    await signIn(new URL(`${publicUrl}/mcp/tickets`), application)
    const reply = await fetch(`${publicUrl}/mcp/other`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${application.tokensNow()?.access_token}`,
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('/.well-known/oauth-protected-resource/mcp/other'),
    ])
  })
})
