// Two gateways that share a store, with an MCP server that wants accounts of people, and people with tokens.
import { join } from 'node:path'
import { later } from '../local-servers.ts'
import { runGateway } from '../running-gateway.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { freePort } from '../test-redis.ts'
import { runAuthorizationDouble } from './authorization-server.ts'
import { type BrowserDouble, createBrowserDouble } from './browser-double.ts'
import { runModernUpstream } from './modern-upstream.ts'
import { runPersonTokens } from './person-tokens.ts'

const ENVIRONMENT = {
  PORTOLAN_ENCRYPTION_KEY: Buffer.from('k'.repeat(32)).toString('base64'),
  SERVICE_SECRET: 'service secret:1',
}
export interface CallResult {
  readonly resultType?: string
  readonly inputRequests?: { readonly portolan_connection: { readonly params: { readonly url: string } } }
  readonly content?: readonly { readonly text: string }[]
}
interface Reply {
  readonly result?: CallResult
  readonly error?: { readonly message: string; readonly data: { readonly code: string } }
}
interface Page {
  readonly data: readonly { readonly user_id: string }[]
  readonly total: number
}
const CAPABILITIES = { elicitation: { url: {} } }

/** `saved`: the server is saved by API, in the workspace of its people. */
export async function startConnections(
  auth: object = {},
  { saved = false, runUpstream = runModernUpstream } = {},
) {
  const upstream = await runUpstream()
  later(upstream.stop)
  const as = await runAuthorizationDouble(upstream.url)
  later(as.stop)
  const people = await runPersonTokens()
  later(people.stop)
  const ports = [await freePort(), await freePort()] as const
  const publicUrl = `http://127.0.0.1:${ports[0]}`
  const folder = temporaryFolder({})
  const manifest = (port: number) => ({
    listen: { port },
    public_url: publicUrl,
    store: `sqlite:${join(folder, 'store.db')}`,
    trusted_hosts: ['127.0.0.1'],
    sign_in: { issuer: people.issuer, audience: 'portolan' },
    ...(saved
      ? { caller_hosts: ['127.0.0.1'] }
      : { mcp: { servers: { mail: { url: as.url, auth: { type: 'oauth', issuer: as.origin, ...auth } } } } }),
  })
  const gateways = [
    await runGateway(manifest(ports[0]), {}, ENVIRONMENT),
    await runGateway(manifest(ports[1]), {}, ENVIRONMENT),
  ] as const
  for (const gateway of gateways) later(gateway.stop)
  const tokenOf = (person: string): Promise<string> => people.sign({ email: person }, `${publicUrl}/mcp/mail`)
  const call = async (
    person: string,
    {
      at = 0,
      method = 'tools/call',
      more = {},
      capabilities = CAPABILITIES,
      key,
    }: { at?: 0 | 1; method?: string; more?: object; capabilities?: object; key?: string } = {},
  ) => {
    const credential: Record<string, string> =
      key === undefined ? { authorization: `Bearer ${await tokenOf(person)}` } : { 'x-gateway-api-key': key }
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
      'io.modelcontextprotocol/clientInfo': { name: 'Desk <b>', version: '1' },
    }
    const params =
      method === 'tools/call' ? { name: 'echo', arguments: { a: 1 }, ...more, _meta } : { ...more, _meta }
    const reply = await fetch(`http://127.0.0.1:${ports[at]}/mcp/mail`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...credential,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(method === 'tools/call' && { 'mcp-name': 'echo' }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const text = await reply.text()
    const body = JSON.parse(
      text.startsWith('{') ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? '{}'),
    ) as Reply
    return { status: reply.status, result: body.result ?? {}, error: body.error }
  }
  const connect = async (person: string, browser: BrowserDouble = createBrowserDouble()) => {
    const url = connectUrlOf(await call(person))
    const page = await browser.open(url)
    const { next = '' } = await browser.submit(url, page.text)
    return await browser.open(await browser.signIn(next))
  }
  /** Sends a request to the interface, as a person with these claims. */
  const manageAs = async (claims: object, method: string, path: string, body?: object) => {
    const token = await people.sign(claims, 'portolan')
    const reply = await fetch(`http://127.0.0.1:${ports[0]}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: reply.status, body: (await reply.json()) as Readonly<Record<string, unknown>> }
  }
  /** The same, as an admin. */
  const administer = (method: string, path: string, body: object) =>
    manageAs({ email: 'admin@example.com', role: 'admin' }, method, path, body)
  if (saved) await saveServer(administer, { url: as.url, oauth: { issuer: as.origin } })
  const manage = async (method: string, person: string, claims: object, query = '') => {
    const token = await people.sign({ email: person, ...claims }, 'portolan')
    const reply = await fetch(`http://127.0.0.1:${ports[0]}/v2/mcp-servers/mail/connections${query}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: reply.status, body: (await reply.json()) as Page }
  }
  return {
    as,
    call,
    tokenOf,
    connect,
    manage,
    manageAs,
    administer,
    publicUrl,
    folder,
    ports,
    gateways,
    upstream,
  }
}

type Administer = (method: string, path: string, body: object) => Promise<{ readonly status: number }>

async function saveServer(
  administer: Administer,
  { url, oauth }: { readonly url: string; readonly oauth: object },
): Promise<void> {
  const made = [
    await administer('POST', '/workspaces', { name: 'Research', slug: 'research' }),
    await administer('POST', '/mcp-integrations', {
      name: 'Mail',
      url,
      auth_type: 'oauth_auto',
      configurations: { oauth },
      workspace_id: 'research',
    }),
    await administer('POST', '/mcp-servers', {
      name: 'Mail',
      mcp_integration_id: 'mail',
      workspace_id: 'research',
    }),
  ]
  if (made.some(({ status }) => status >= 300)) throw new Error(JSON.stringify(made))
}

export const connectUrlOf = ({ result }: { readonly result: CallResult }): string =>
  result.inputRequests?.portolan_connection.params.url ?? ''
