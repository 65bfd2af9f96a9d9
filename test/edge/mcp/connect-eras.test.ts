// Accounts of people for clients and servers of both eras: who is asked in which way, and what a server that wants more scopes comes to.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { createBrowserDouble } from '../../support/mcp/browser-double.ts'
import { startConnections } from '../../support/mcp/connected-gateways.ts'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'

afterEach(closeAll)

const PERSON = 'ada@example.com'
type Started = Awaited<ReturnType<typeof startConnections>>

/** A client of 2025-11-25 that opens URLs for its person, or none. */
async function openClient(
  { ports, tokenOf }: Started,
  elicitation?: { readonly url: object },
): Promise<Client> {
  const client = new Client(
    { name: 'desk', version: '1' },
    { capabilities: elicitation ? { elicitation } : {} },
  )
  const headers = { authorization: `Bearer ${await tokenOf(PERSON)}` }
  const url = new URL(`http://127.0.0.1:${ports[0]}/mcp/mail`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never)
  later(() => client.close())
  return client
}

const fail = async (client: Client) => {
  const failed = await client.callTool({ name: 'echo', arguments: { a: 1 } }).catch((error: unknown) => error)
  return failed as {
    readonly code: number
    readonly message: string
    readonly data: {
      readonly code?: string
      readonly elicitations?: readonly { readonly mode: string; readonly url: string }[]
      readonly scopes?: readonly string[]
    }
  }
}

describe.each([
  ['legacy', runLegacyUpstream],
  ['modern', runModernUpstream],
] as const)('a server of the %s era that wants accounts', (_era, runUpstream) => {
  it('gives a client of 2025-11-25 the error -32042 with a URL, and serves it once the account is connected', async () => {
    const started = await startConnections({}, { runUpstream: runUpstream as typeof runModernUpstream })
    const client = await openClient(started, { url: {} })
    const { code, data } = await fail(client)
    const [asked] = data.elicitations ?? []
    expect([code, asked?.mode]).toEqual([-32042, 'url'])
    const browser = createBrowserDouble()
    const page = await browser.open(asked?.url ?? '')
    const { next = '' } = await browser.submit(asked?.url ?? '', page.text)
    expect((await browser.open(await browser.signIn(next))).status).toBe(200)
    const { content } = await client.callTool({ name: 'echo', arguments: { a: 1 } })
    expect(JSON.stringify(content).replaceAll('\\', '')).toContain('echo {"a":1}')
    expect(started.as.seen.bearers.at(-1)).toMatch(/^access-ada-upstream-/)
  })
  it('names the URL in its error for a client that opens none', async () => {
    const started = await startConnections({}, { runUpstream: runUpstream as typeof runModernUpstream })
    const { code, message } = await fail(await openClient(started))
    expect([code, message.includes(`${started.publicUrl}/mcp/connect/mail?ticket=`)]).toEqual([403, true])
  })
  it('and then scopes beyond those of the operator, says which, and who adds them', async () => {
    const started = await startConnections(
      { scopes: ['tools'] },
      { runUpstream: runUpstream as typeof runModernUpstream },
    )
    await started.connect(PERSON)
    const client = await openClient(started, { url: {} })
    started.as.set.wants = 'files:write files:list'
    const { code, message, data } = await fail(client)
    expect([code, data.code, data.scopes]).toEqual([403, 'insufficient_scope', ['files:write', 'files:list']])
    expect(message).toContain(
      'requires the scopes files:write files:list for this call. The operator of the gateway',
    )
    expect(message).not.toContain('<b>')
  })
})
