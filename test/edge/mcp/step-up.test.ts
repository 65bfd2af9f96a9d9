// Step-up authorization (2025-11-25, "Scope Challenge Handling"): a server wants more scopes of an account than its person has allowed. The
// person is asked again, sees what is added, and loses nothing by it.
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { createBrowserDouble } from '../../support/mcp/browser-double.ts'
import { connectUrlOf, startConnections } from '../../support/mcp/connected-gateways.ts'

afterEach(closeAll)

const PERSON = 'ada@example.com'
const CALL = { name: 'echo', arguments: { a: 1 } }
const ANSWER = { inputResponses: { portolan_connection: { action: 'accept' } } }
type Started = Awaited<ReturnType<typeof startConnections>>

const addressOf = async ({ ports, tokenOf }: Started) =>
  [
    new URL(`http://127.0.0.1:${ports[0]}/mcp/mail`),
    { requestInit: { headers: { authorization: `Bearer ${await tokenOf(PERSON)}` } } },
  ] as const

/** The person opens a page and agrees; the text of the page. */
async function agree(url: string): Promise<string> {
  const browser = createBrowserDouble()
  const page = await browser.open(url)
  const { next = '' } = await browser.submit(url, page.text)
  expect((await browser.open(await browser.signIn(next))).status).toBe(200)
  return page.text
}

/** An account with the scope `tools`, of a server that wants `files:write` now. */
async function start(auth: object = {}) {
  const started = await startConnections(auth)
  await started.connect(PERSON)
  expect((await started.call(PERSON)).result.content).toBeDefined()
  started.as.set.wants = 'files:write'
  return { ...started, first: started.as.seen.bearers.at(-1) ?? '' }
}

describe('the clients of the official SDK', () => {
  it('of the first major: the error -32042 with a URL, then the call is served', async () => {
    const started = await start()
    const client = new LegacyClient(
      { name: 'desk', version: '1' },
      { capabilities: { elicitation: { url: {} } } },
    )
    await client.connect(new LegacyTransport(...(await addressOf(started))) as never)
    later(() => client.close())
    const failed = await client.callTool(CALL).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: 'url', message: expect.stringContaining('files:write') }] },
    })
    await agree((failed as { data: { elicitations: [{ url: string }] } }).data.elicitations[0].url)
    expect(JSON.stringify(await client.callTool(CALL)).replaceAll('\\', '')).toContain('echo {"a":1}')
    expect(started.as.seen.scopes).toEqual(['tools', 'tools files:write'])
  })
  it('of the second major: the call is served while it goes on', async () => {
    const started = await start()
    const client = new ModernClient(
      { name: 'desk', version: '1' },
      {
        capabilities: { elicitation: { url: {} } },
        versionNegotiation: { mode: { pin: '2026-07-28' } } as never,
      },
    )
    const pages: string[] = []
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      pages.push(await agree((params as { readonly url: string }).url))
      return { action: 'accept' }
    })
    await client.connect(new ModernTransport(...(await addressOf(started))))
    later(() => client.close())
    expect(JSON.stringify(await client.callTool(CALL)).replaceAll('\\', '')).toContain('echo {"a":1}')
    expect(pages).toHaveLength(1)
    expect(started.as.seen.scopes).toEqual(['tools', 'tools files:write'])
  })
})

describe('the second consent', () => {
  it('shows what is added to what was allowed', async () => {
    const started = await start()
    const { text } = await createBrowserDouble().open(connectUrlOf(await started.call(PERSON)))
    expect(text).toContain('and allow: tools, files:write.')
    expect(text).toContain('New: <b>files:write</b>. You have allowed tools before')
  })
  it('takes nothing away: the account goes on meanwhile and after a refusal, and its token stays valid', async () => {
    const { as, call, first } = await start()
    const url = connectUrlOf(await call(PERSON))
    const browser = createBrowserDouble()
    await browser.submit(url, (await browser.open(url)).text, 'deny')
    as.set.wants = undefined
    expect((await call(PERSON)).result.content).toBeDefined()
    expect(as.seen.bearers.at(-1)).toBe(first)
    as.set.wants = 'files:write'
    await agree(connectUrlOf(await call(PERSON)))
    as.set.wants = undefined
    expect((await call(PERSON)).result.content).toBeDefined()
    expect(as.seen.bearers.at(-1)).not.toBe(first)
    expect(as.seen.revoked).toEqual([])
    const old = await fetch(as.url, { method: 'GET', headers: { authorization: `Bearer ${first}` } })
    await old.body?.cancel()
    expect(old.status).not.toBe(401)
  })
  it('follows where less was given than was asked for', async () => {
    const { as, call } = await start()
    as.set.withholds = 'files:write'
    await agree(connectUrlOf(await call(PERSON)))
    as.set.withholds = undefined
    await agree(connectUrlOf(await call(PERSON)))
    expect((await call(PERSON)).result.content).toBeDefined()
    expect(as.seen.scopes).toEqual(['tools', 'tools files:write', 'tools files:write'])
  })
  it('keeps what earlier ones allowed, over renewals too', async () => {
    const { as, call } = await start()
    await agree(connectUrlOf(await call(PERSON)))
    as.forget()
    expect((await call(PERSON)).result.content).toBeDefined()
    expect(as.seen.grants.at(-1)).toBe('refresh_token')
    as.set.wants = 'admin'
    await agree(connectUrlOf(await call(PERSON)))
    expect(as.seen.scopes.at(-1)).toBe('tools files:write admin')
  })
  it('counts for the scopes that the page has shown, and no others', async () => {
    const { as, call } = await start()
    const url = connectUrlOf(await call(PERSON))
    const browser = createBrowserDouble()
    const { text } = await browser.open(url)
    const widened = text.replace('value="tools files:write"', 'value="tools files:write admin"')
    expect(widened).not.toBe(text)
    expect((await browser.submit(url, widened)).status).toBe(400)
    expect(as.seen.scopes).toEqual(['tools'])
  })
})

describe('a call is refused, and nobody is asked again,', () => {
  const refusal = async ({ call }: Started) => (await call(PERSON, { more: ANSWER })).error
  it('where the account has the scopes, and the server refuses it all the same', async () => {
    const started = await start()
    await agree(connectUrlOf(await started.call(PERSON)))
    // The token is replaced by one without its scopes, of which nothing is said.
    Object.assign(started.as.set, { withholds: 'files:write', admits: false })
    started.as.forget()
    expect((await refusal(started))?.message).toContain('which the account has allowed already')
  })
  it('where the operator has chosen the scopes', async () => {
    const started = await start({ scopes: ['tools'] })
    const error = await refusal(started)
    expect(error?.message).toContain('add them to "scopes" of its OAuth settings')
    expect(error?.data.code).toBe('insufficient_scope')
  })
  it('but is asked where the operator has added them since', async () => {
    const started = await start({ scopes: ['tools', 'files:write'] })
    expect(started.as.seen.scopes).toEqual(['tools files:write'])
    expect((await started.call(PERSON)).result.content).toBeDefined()
  })
})

it('a client that opens no pages is told the URL and the scopes', async () => {
  const { call, publicUrl } = await start()
  const { status, error } = await call(PERSON, { capabilities: {} })
  expect(status).toBe(403)
  expect(error).toMatchObject({
    message: expect.stringContaining(`${publicUrl}/mcp/connect/mail?ticket=`),
    data: { code: 'insufficient_scope', scopes: ['files:write'] },
  })
})
