// Providers that were saved by API, on real sockets: two runtimes on one store serve calls with them within two seconds.
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

const ask = (gateway: RunningGateway, model: string) =>
  send(gateway, 'POST', '/chat/completions', { model, messages: [{ role: 'user', content: 'Hello' }] })

it('an integration of one runtime serves calls of the other, with its newest key, until it is deleted', async () => {
  const upstream = await replyingProvider()
  const [one, other] = await gatewaysOnOneStore(2)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  const created = await send(one, 'POST', '/integrations', {
    workspace_id: 'default',
    name: 'Team',
    ai_provider_id: 'openai',
    key: 'sk-first-0123456789',
    configurations: { custom_host: `${upstream.origin}/v1` },
  })
  expect(created).toMatchObject({ status: 200, text: expect.not.stringContaining('sk-first') })
  // The process that has written it sees it at once.
  expect((await ask(one, '@team/gpt-6-sol')).status).toBe(200)
  await until(async () => (await ask(other, '@team/gpt-6-sol')).status === 200, 2_500)
  expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer sk-first-0123456789')
  expect((await send(other, 'PUT', '/integrations/team', { key: 'sk-second-0123456789' })).status).toBe(200)
  await until(async () => {
    await ask(one, '@team/gpt-6-sol')
    return upstream.received.at(-1)?.headers.authorization === 'Bearer sk-second-0123456789'
  }, 2_500)
  expect((await send(one, 'DELETE', '/integrations/team')).status).toBe(200)
  await until(async () => (await ask(other, '@team/gpt-6-sol')).status !== 200, 2_500)
  const logs = JSON.stringify([await one.log(), await other.log()])
  expect(logs).not.toMatch(/sk-(first|second)/)
})

it('a secret reference of the store is read from its manager by every runtime', async () => {
  const { manager } = await vaultWithKey()
  const upstream = await replyingProvider()
  const [one, other] = await gatewaysOnOneStore(2)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  const reference = await send(one, 'POST', '/secret-references', referenceIn(manager.origin))
  expect(reference.status).toBe(200)
  const integration = await send(one, 'POST', '/integrations', {
    workspace_id: 'default',
    name: 'Team',
    ai_provider_id: 'openai',
    configurations: { custom_host: `${upstream.origin}/v1` },
    secret_mappings: [{ target_field: 'key', secret_reference_id: 'openai' }],
  })
  expect(integration).toMatchObject({ status: 200 })
  for (const gateway of [one, other])
    await until(async () => (await ask(gateway, '@team/gpt-6-sol')).status === 200, 3_500)
  expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual(
    upstream.received.map(() => 'Bearer sk-vault-0123456789'),
  )
  expect(`${reference.text}${integration.text}${JSON.stringify(await one.log())}`).not.toMatch(
    /hvs\.root|sk-vault/,
  )
})

it('a config that is saved by API names secret references of the store, as their owner allows', async () => {
  const { manager } = await vaultWithKey()
  const [upstream, elsewhere] = [await replyingProvider(), await replyingProvider()]
  const [one, other] = await gatewaysOnOneStore(2)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  const save = (slug: string, origin: string) =>
    send(one, 'POST', '/configs', {
      workspace_id: 'default',
      name: slug,
      config: {
        provider: 'openai',
        api_key: `${'$'}{secret:openai}`,
        custom_host: `${origin}/v1`,
        override_params: { model: 'gpt-6-sol' },
      },
    })
  const call = async ({ url }: RunningGateway, config: string) => {
    const reply = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': config },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    })
    return { status: reply.status, text: await reply.text() }
  }
  expect(await save('early', upstream.origin)).toMatchObject({
    status: 400,
    text: expect.stringContaining('There are no secret references.'),
  })
  const reference = referenceIn(manager.origin)
  await send(one, 'POST', '/secret-references', reference)
  expect(await save('unbound', upstream.origin)).toMatchObject({
    status: 400,
    text: expect.stringContaining('has no \\"allowed_hosts\\"'),
  })
  const update = (change: object) => send(one, 'PUT', '/secret-references/openai', change)
  expect((await update({ allowed_hosts: [upstream.origin] })).status).toBe(200)
  expect(await save('elsewhere', elsewhere.origin)).toMatchObject({
    status: 400,
    text: expect.stringContaining('may not be sent to'),
  })
  expect(await save('chat', upstream.origin)).toMatchObject({ status: 200 })
  for (const gateway of [one, other])
    await until(async () => (await call(gateway, 'chat')).status === 200, 3_500)
  expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual(
    upstream.received.map(() => 'Bearer sk-vault-0123456789'),
  )
  expect(await send(one, 'DELETE', '/secret-references/openai')).toMatchObject({
    status: 409,
    text: expect.stringContaining('is used by the saved config'),
  })
  // What its owner takes back is taken back from what was saved before.
  expect((await update({ allowed_hosts: [elsewhere.origin] })).status).toBe(200)
  for (const gateway of [one, other])
    await until(async () => (await call(gateway, 'chat')).status !== 200, 3_500)
  await send(one, 'POST', '/workspaces', { name: 'another' })
  const moved = { allowed_hosts: [upstream.origin], allowed_workspaces: ['another'] }
  expect(await update(moved)).toMatchObject({ status: 200 })
  expect(await call(one, 'chat')).toMatchObject({ status: 403 })
  expect(elsewhere.received).toEqual([])
  expect(JSON.stringify([await one.log(), await other.log()])).not.toMatch(/hvs\.root|sk-vault/)
})

it.each(['constructor', '__proto__', 'toString'])('a provider named @%s is unknown', async slug => {
  const [one] = await gatewaysOnOneStore(1)
  const reply = await fetch(`${one?.url}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': JSON.stringify({ virtual_key: slug }),
    },
    body: JSON.stringify({ model: 'gpt-6-sol', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(slug)])
})

it('prompts and checks of saved and inline configs name providers of the store', async () => {
  const upstream = await replyingProvider()
  const [one] = await gatewaysOnOneStore(1)
  if (one === undefined) throw new Error('There is one.')
  const prompt = (slug: string, target: object) =>
    send(one, 'POST', '/prompts', {
      workspace_id: 'default',
      name: slug,
      string: JSON.stringify([{ role: 'user', content: `Hello from ${slug}` }]),
      parameters: {},
      ...target,
    })
  const judge = {
    id: 'default.llmJudge',
    parameters: { provider: '@team', model: 'judge', rubric: 'Polite?' },
  }
  const judged = {
    provider: '@mock',
    before_request_hooks: [{ id: 'a', type: 'guardrail', checks: [judge] }],
  }
  const saveJudged = () =>
    send(one, 'POST', '/configs', { workspace_id: 'default', name: 'judged', config: judged })
  const unknown = expect.stringContaining('has the slug \\"team\\"')
  expect(await prompt('early', { model: '@team/gpt-6-sol' })).toMatchObject({ status: 400, text: unknown })
  expect(await saveJudged()).toMatchObject({ status: 400, text: unknown })
  const integration = { name: 'Team', ai_provider_id: 'openai', key: 'sk-team-0123456789abcdef' }
  const created = await send(one, 'POST', '/integrations', {
    workspace_id: 'default',
    ...integration,
    configurations: { custom_host: `${upstream.origin}/v1` },
  })
  expect(created.status).toBe(200)
  for (const [slug, target] of [
    ['by-model', { model: '@team/gpt-6-sol' }],
    ['by-key', { virtual_key: 'team', model: 'gpt-6-sol' }],
    ['by-provider', { provider: '@team', model: 'gpt-6-sol' }],
  ] as const) {
    expect(await prompt(slug, target)).toMatchObject({ status: 200 })
    const completed = await send(one, 'POST', `/prompts/${slug}/completions`, { variables: {} })
    expect(completed.status, completed.text).toBe(200)
    expect(String(upstream.received.at(-1)?.body)).toContain(`Hello from ${slug}`)
  }
  expect(await saveJudged()).toMatchObject({ status: 200 })
  for (const config of ['judged', JSON.stringify(judged)]) {
    const before = upstream.received.length
    const reply = await fetch(`${one.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': config },
      body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect([reply.status, upstream.received.length - before], await reply.text()).toEqual([200, 1])
  }
  // What is deleted is missed by calls.
  expect((await send(one, 'DELETE', '/integrations/team')).status).toBe(200)
  expect(await send(one, 'POST', '/prompts/by-key/completions', { variables: {} })).toMatchObject({
    status: 400,
    text: expect.stringContaining('No provider with the slug \\"@team\\"'),
  })
})

it('a saved provider has the entrance of its vendor and one by its slug, and saved resources have none', async () => {
  const upstream = await replyingProvider()
  const [gateway] = await gatewaysOnOneStore(1)
  if (gateway === undefined) throw new Error('There is one.')
  const created = await send(gateway, 'POST', '/integrations', {
    workspace_id: 'default',
    name: 'Team',
    ai_provider_id: 'groq',
    key: 'sk-first-0123456789',
    configurations: { custom_host: `${upstream.origin}/openai/v1` },
  })
  expect(created.status).toBe(200)
  const origin = gateway.url.replace(/\/v1$/, '')
  const post = async (path: string, body: object = {}) => {
    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: reply.status, text: await reply.text() }
  }
  const chat = { model: 'llama', messages: [{ role: 'user', content: 'Hello' }] }
  for (const path of ['/groq/openai/v1/chat/completions', '/p/team/openai/v1/chat/completions'])
    expect(await post(path, chat)).toMatchObject({ status: 200 })
  expect(upstream.received.map(({ path }) => path)).toEqual([
    '/openai/v1/chat/completions',
    '/openai/v1/chat/completions',
  ])
  expect(await post('/p/team/v2/other')).toMatchObject({
    status: 400,
    text: expect.stringContaining('outside of the base URL'),
  })
  expect(await post('/p/other/openai/v1/chat/completions', chat)).toMatchObject({
    status: 404,
    text: expect.stringContaining('is stored in this gateway'),
  })
  // Paths of saved resources are the provider's there.
  for (const path of ['/integrations', '/configs', '/api-keys', '/prompts/p/completions']) {
    const before = upstream.received.length
    await post(`/groq/openai/v1${path}`)
    await post(`/p/team/openai/v1${path}`)
    expect(upstream.received.slice(before).map(each => each.path)).toEqual([
      `/openai/v1${path}`,
      `/openai/v1${path}`,
    ])
  }
})
