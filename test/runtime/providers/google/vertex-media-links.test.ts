// Linked images for Claude at Vertex AI, which takes bytes only.
import { expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'

it('https URLs are fetched for Claude at Vertex AI, which takes bytes only', async () => {
  const stored = {
    provider: 'vertex',
    api_key: '${env:KEY}',
    cloud3_region: 'global',
    cloud3_project_id: 'p',
  }
  const here = createHarness({
    manifest: { providers: { one: stored } },
    environment: { KEY: 'k' },
    script: [
      { status: 200, headers: ['content-type', 'image/png'], bytes: Buffer.from('PNG') },
      { status: 200 },
    ],
  })
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
  await here.call({
    headers: { 'x-gateway-provider': '@one' },
    body: { model: 'claude-sonnet-4-5@20250929', messages: [{ role: 'user', content: [image] }] },
  })
  const [fetched, asked] = here.upstream.sent
  expect([fetched?.method, fetched?.origin, fetched?.hostAuthor]).toEqual([
    'GET',
    'https://example.com',
    'remote',
  ])
  expect(asked?.json).toMatchObject({
    messages: [
      { content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'UE5H' } }] },
    ],
  })
})
