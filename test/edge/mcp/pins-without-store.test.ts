// Pins of tools where the gateway has no store: shown as what they are, and approved for as long as the process runs.
import { afterEach, expect, it } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { runLegacyUpstream } from '../../support/mcp/legacy-upstream.ts'
import { connectLegacy } from '../../support/mcp/test-client.ts'
import { runGateway } from '../../support/running-gateway.ts'

afterEach(closeAll)

it('a changed definition is held, shown as held, and called again once it is approved', async () => {
  const upstream = await runLegacyUpstream()
  later(upstream.stop)
  const gateway = await runGateway({
    mcp: { servers: { issues: { url: upstream.url } } },
    trusted_hosts: ['127.0.0.1'],
    public_url: 'https://gateway.example.com',
  })
  later(gateway.stop)
  const send = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`${gateway.url}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    return {
      status: reply.status,
      body: (await reply.json()) as { readonly data?: readonly Record<string, unknown>[] },
    }
  }
  const client = await connectLegacy(`http://127.0.0.1:${gateway.port}/mcp/issues`)
  later(client.close)
  expect(await client.tools()).toContain('echo')
  upstream.offered.tools = upstream.offered.tools.map(tool =>
    tool.name === 'echo' ? { ...tool, description: 'Repeats a text twice.' } : tool,
  )
  await send('POST', '/mcp-servers/issues/test')
  const echo = async () =>
    (await send('GET', '/mcp-servers/issues/capabilities')).body.data?.find(({ name }) => name === 'echo')
  expect(await echo()).toMatchObject({ status: 'held', approved_digest: expect.stringMatching(/^sha256:/) })
  expect(await client.tools()).not.toContain('echo')
  const approve = (digest: unknown) =>
    send('POST', '/mcp-servers/issues/capabilities/approve', { tools: [{ name: 'echo', digest }] })
  expect((await approve(`sha256:${'0'.repeat(64)}`)).status).toBe(409)
  expect((await approve((await echo())?.['digest'])).status).toBe(200)
  expect(await echo()).toMatchObject({ status: 'trusted' })
  expect(await client.tools()).toContain('echo')
  expect(await client.call('echo')).toContain('echo')
})
