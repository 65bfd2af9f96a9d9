// A project that uses providers, prompts and secret references of the store ("external"), on real sockets: what is missing is said when
// it starts, what is created works within two seconds, and what its owner takes back is taken back.
import { afterEach, expect, it } from 'vitest'
import { closeAll } from '../support/local-servers.ts'
import type { RunningGateway } from '../support/running-gateway.ts'
import {
  gatewaysOnOneStore,
  referenceIn,
  replyingProvider,
  send,
  vaultWithKey,
} from '../support/saved-resources.ts'
import { until } from '../support/until.ts'

afterEach(closeAll)

const MESSAGES = [{ role: 'user', content: 'Hello' }]

async function call({ url }: RunningGateway, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ messages: MESSAGES, ...body }),
  })
  return { status: reply.status, text: await reply.text() }
}

const withConfig = (gateway: RunningGateway, config: string) =>
  call(gateway, {}, { 'x-gateway-config': config })

async function twoGateways(...parameters: Parameters<typeof gatewaysOnOneStore>) {
  const [one, other] = await gatewaysOnOneStore(...parameters)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  return { one, other }
}

it('providers and prompts of the store serve configs, aliases, defaults and guardrails of a project', async () => {
  const upstream = await replyingProvider()
  const { one, other } = await twoGateways(
    2,
    {
      external: ['team', 'tone'],
      defaults: { provider: '@team' },
      aliases: { fast: '@team/gpt-6-luna' },
      guardrails: {
        judged: {
          checks: [
            {
              id: 'default.llmJudge',
              parameters: { provider: '@team', model: 'judge', rubric: 'Be polite' },
            },
          ],
        },
      },
    },
    {
      chat: { provider: '@team', input_guardrails: ['judged'], override_params: { model: 'gpt-6-sol' } },
      kind: { provider: '@team', prompt_id: 'tone', override_params: { model: 'gpt-6-sol' } },
    },
  )
  const uses: readonly ((gateway: RunningGateway) => ReturnType<typeof call>)[] = [
    gateway => withConfig(gateway, 'chat'),
    gateway => withConfig(gateway, 'kind'),
    gateway => call(gateway, { model: 'fast' }),
    gateway => call(gateway, { model: 'gpt-6-sol' }),
  ]
  expect(await withConfig(one, 'chat')).toMatchObject({
    status: 400,
    text: expect.stringContaining('No provider with the slug \\"@team\\" is stored in this gateway.'),
  })
  expect(await withConfig(one, 'kind')).toMatchObject({ status: 404 })
  const reported = 'does not have what "external" lists: the provider "team" and the prompt "tone".'
  expect((await one.log()).map(({ message }) => message)).toContainEqual(expect.stringContaining(reported))

  const created = await send(one, 'POST', '/integrations', {
    workspace_id: 'default',
    name: 'Team',
    ai_provider_id: 'openai',
    key: 'sk-first-0123456789',
    configurations: { custom_host: `${upstream.origin}/v1` },
  })
  expect(created.status).toBe(200)
  const prompt = {
    name: 'tone',
    slug: 'tone',
    string: '[{"role":"system","content":"Be kind"}]',
    parameters: {},
  }
  expect(await send(one, 'POST', '/prompts', { workspace_id: 'default', ...prompt })).toMatchObject({
    status: 200,
  })
  for (const gateway of [one, other])
    for (const use of uses) await until(async () => (await use(gateway)).status === 200, 3_500)
  expect(new Set(upstream.received.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer sk-first-0123456789']),
  )
  for (const text of ['Be kind', 'Be polite', 'gpt-6-luna'])
    expect(
      upstream.received.some(({ body }) => body.includes(text)),
      text,
    ).toBe(true)
})

it('a secret reference of the store is used where its owner allows, by configs and providers of a project', async () => {
  const { manager } = await vaultWithKey()
  const upstream = await replyingProvider()
  const host = { custom_host: `${upstream.origin}/v1`, api_key: `${'$'}{secret:openai}` }
  const { one, other } = await twoGateways(
    2,
    {
      external: ['openai'],
      trusted_hosts: ['127.0.0.1'],
      providers: { mock: { provider: 'mock' }, direct: { provider: 'openai', ...host } },
    },
    {
      own: { provider: 'openai', ...host, override_params: { model: 'gpt-6-sol' } },
      stored: { provider: '@direct', override_params: { model: 'gpt-6-sol' } },
    },
  )
  const both = [one, other].flatMap(gateway => ['own', 'stored'].map(config => ({ gateway, config })))
  const untilAll = async (status: number) => {
    for (const { gateway, config } of both)
      await until(async () => (await withConfig(gateway, config)).status === status, 3_500)
  }
  await untilAll(503)
  expect((await send(one, 'POST', '/secret-references', referenceIn(manager.origin))).status).toBe(200)
  // Its owner has not said where it may be sent, which the author of a config does not decide.
  await untilAll(400)
  expect(await withConfig(one, 'own')).toMatchObject({ text: expect.stringContaining('may not be sent to') })
  expect(upstream.received).toEqual([])
  const update = (change: object) => send(one, 'PUT', '/secret-references/openai', change)
  expect((await update({ allowed_hosts: [upstream.origin] })).status).toBe(200)
  await untilAll(200)
  expect(new Set(upstream.received.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer sk-vault-0123456789']),
  )
  await send(one, 'POST', '/workspaces', { name: 'another' })
  await update({ allowed_workspaces: ['another'] })
  await untilAll(403)
  expect((await send(one, 'DELETE', '/secret-references/openai')).status).toBe(200)
  await untilAll(503)
  expect(JSON.stringify([await one.log(), await other.log()])).not.toMatch(/hvs\.root|sk-vault/)
})
