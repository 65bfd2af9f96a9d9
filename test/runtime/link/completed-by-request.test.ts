// Semantics, section 1: a property group of a cloud is met by the interface's words alone; what the request must still
// bring is a 400 that names it when the request does not.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const CONFIG = {
  provider: 'cloud1',
  cloud1_access_key_id: `\${env:KEY_ID}`,
  cloud1_secret_access_key: `\${env:SECRET}`,
}

async function send(headers: Readonly<Record<string, string>>) {
  const { call, upstream } = createHarness({
    configs: { aws: CONFIG },
    environment: { KEY_ID: 'AKIAEXAMPLE', SECRET: 'secret' },
    script: [{ status: 200, body: {} }],
  })
  const reply = await call({ headers: { 'x-gateway-config': 'aws', ...headers } })
  const error = (reply.json as { error?: { message: string; param: string } }).error
  return { status: reply.status, error, sent: upstream.sent.map(({ origin }) => origin) }
}

describe('Stored access keys without a region', () => {
  it('are used in the region that the request names', async () => {
    const { sent } = await send({ 'x-gateway-cloud1-region': 'eu-west-1' })
    expect(sent).toEqual(['https://bedrock-runtime.eu-west-1.amazonaws.com'])
  })

  it.each([
    ['without a region', {}],
    ['with a region that names another host', { 'x-gateway-cloud1-region': 'evil.example.com/' }],
  ])('a request %s is a 400 that names it', async (_title, headers) => {
    const { status, error, sent } = await send(headers)
    expect([status, error?.param, sent]).toEqual([400, 'cloud1_region', []])
  })
})
