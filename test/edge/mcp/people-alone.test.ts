// A gateway without API keys whose callers are people with tokens: they reach MCP servers, and nobody reaches anything else.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runModernUpstream } from '../../support/mcp/modern-upstream.ts'
import { type PersonTokens, runPersonTokens } from '../../support/mcp/person-tokens.ts'
import { connectModern } from '../../support/mcp/test-client.ts'
import type { TestUpstream } from '../../support/mcp/test-upstream.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

const PUBLIC = 'https://gateway.example.com'

let upstream: TestUpstream
let issuer: PersonTokens
let gateway: RunningGateway
beforeAll(async () => {
  issuer = await runPersonTokens()
  upstream = await runModernUpstream()
  gateway = await runGateway({
    authentication: 'required',
    public_url: PUBLIC,
    trusted_hosts: ['127.0.0.1'],
    sign_in: { issuer: issuer.issuer, audience: 'portolan' },
    mcp: { servers: { open: { url: upstream.url } } },
  })
})
afterAll(async () => {
  await gateway?.stop()
  await Promise.all([upstream?.stop(), issuer?.stop()])
})

it('is valid, and lets a person call a server', async () => {
  const authorization = `Bearer ${await issuer.sign({ role: 'member' }, `${PUBLIC}/mcp/open`)}`
  const client = await connectModern(`http://127.0.0.1:${gateway.port}/mcp/open`, { authorization })
  expect(await client.tools()).toContain('echo')
  await client.close()
})
it('refuses calls of models, with that token too', async () => {
  const authorization = `Bearer ${await issuer.sign({ role: 'member' }, `${PUBLIC}/mcp/open`)}`
  for (const headers of [{}, { authorization }]) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }
    expect((await fetch(`${gateway.url}/chat/completions`, init)).status).toBe(401)
  }
})
