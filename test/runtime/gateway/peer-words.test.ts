// With `spelling: peer`, a failure names properties as the client writes them; otherwise as the gateway does.
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

async function refusal(spelling: object) {
  const here = createHarness({ manifest: spelling, script: [] })
  const cloud = 'spelling' in spelling ? 'azure' : 'cloud2'
  const reply = await here.call({
    headers: {
      authorization: 'Bearer a-key-of-the-caller',
      'x-gateway-provider': 'azure-foundry',
      [`x-gateway-${cloud}-resource-name`]: 'contoso',
      [`x-gateway-${cloud}-api-version`]: 'last-year',
    },
    body: { model: 'grok', messages: [{ role: 'user', content: 'Hi' }] },
  })
  return {
    status: reply.status,
    error: (reply.json as { error: { message: string; param: string } }).error,
  }
}

it('a refused version of Azure', async () => {
  const own = await refusal({})
  expect([own.status, own.error.param]).toEqual([400, 'cloud2_api_version'])
  const { status, error } = await refusal({ spelling: 'peer' })
  expect([status, error.param]).toEqual([400, 'azure_api_version'])
  expect(error.message).toContain('azure_api_version must be a date')
})

it.each(['claude-sonnet-5-5', 'my-claude'])(
  'Claude at Azure’s model inference is refused with the provider that has it: %s',
  async model => {
    const here = createHarness({
      configs: { c: { provider: 'azure-foundry', api_key: '${env:KEY}', resource_name: 'contoso' } },
      environment: { KEY: 'k' },
      script: [],
    })
    const body = { model, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }
    for (const path of ['/chat/completions', '/messages']) {
      const reply = await here.call({ path, headers: { 'x-gateway-config': 'c' }, body })
      expect(reply.text).toContain('azure-anthropic')
      expect([reply.status, here.upstream.sent.length]).toEqual([400, 0])
    }
  },
)
