// Filters of logs name configs, prompts and providers by their slugs or by their identifiers.
import { expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { KEY } from '../routes/stored-credentials.ts'
import { logged, PERIOD, startLogs } from './log-harness.ts'

const CONFIG = { provider: '@own' }
const MANIFEST = { providers: { own: { provider: 'mock' } } }

const start = async () => {
  const records = [
    logged(1, { config: 'saved', prompt: 'greeting@1', slug: 'made' }),
    logged(2, { config: 'saved', prompt: 'greeting@1', slug: 'made', workspace: 'sales' }),
    logged(3, { config: 'other', slug: 'own' }),
  ]
  const harness = await startLogs(records, { manifest: MANIFEST, encryptionKey: KEY })
  const make = async (path: string, body: Json): Promise<string> => {
    const made = await harness.admin('POST', path, body)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return (await harness.admin('GET', `${path}/${made.body.slug}`)).body.id
  }
  const workspace_id = 'team'
  const config = await make('/configs', { name: 'saved', workspace_id, config: CONFIG })
  const prompt = await make('/prompts', { name: 'greeting', workspace_id, string: 'Hi' })
  await make('/integrations', { name: 'base', workspace_id, ai_provider_id: 'openai', key: 'x' })
  const provider = await make('/providers', { name: 'made', workspace_id, integration_id: 'base' })
  const own = (await harness.admin('GET', '/providers/own')).body.id
  return { ...harness, config, prompt, provider, own }
}

test('an identifier selects what its slug does, in lists and analytics', async () => {
  const { reader, config, prompt, provider, own } = await start()
  const filters = [
    [`configs=${config}`, 'configs=saved', 1],
    [`configs=${config},other`, 'configs=saved,other', 2],
    [`prompt_slug=${prompt}`, 'prompt_slug=greeting', 1],
    [`virtual_keys=${provider}`, 'virtual_keys=made', 1],
    [`virtual_keys=${own}`, 'virtual_keys=own', 1],
  ] as const
  for (const [byId, bySlug, count] of filters)
    for (const path of ['/logs', '/analytics/graphs/requests', '/analytics/groups/model']) {
      const [first, second] = [
        await reader('GET', `${path}?${PERIOD}&${byId}`),
        await reader('GET', `${path}?${PERIOD}&${bySlug}`),
      ]
      expect([byId, first.status]).toEqual([byId, 200])
      expect(first.body).toEqual(second.body)
      if (path === '/logs') expect(first.body.data).toHaveLength(count)
    }
})

test('an identifier of another workspace selects nothing', async () => {
  const { other, config, provider } = await start()
  for (const filter of [`configs=${config}`, `virtual_keys=${provider}`]) {
    const { body } = await other('GET', `/logs?${PERIOD}&${filter}`)
    expect(body.data).toEqual([])
  }
})
