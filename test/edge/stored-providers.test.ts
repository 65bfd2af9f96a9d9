// Providers that were saved by API, on real sockets: two runtimes on one store serve calls with them within two seconds.
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { closeAll, later } from '../support/local-servers.ts'
import { type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'
import { completion } from '../support/sample-bodies.ts'
import { vaultDouble } from '../support/secret-manager-doubles.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

afterEach(closeAll)

const KEY = Buffer.from('k'.repeat(32)).toString('base64')

async function gateways(count: number) {
  const folder = temporaryFolder({})
  const manifest = {
    providers: { mock: { provider: 'mock' } },
    store: `sqlite:${join(folder, 'store.db')}`,
    caller_hosts: ['127.0.0.1'],
  }
  const all: RunningGateway[] = []
  for (let index = 0; index < count; index++) {
    const gateway = await runGateway(manifest, {}, { PORTOLAN_ENCRYPTION_KEY: KEY })
    later(gateway.stop)
    all.push(gateway)
  }
  return all
}

async function send({ url }: RunningGateway, method: string, path: string, body?: object) {
  const reply = await fetch(`${url}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: reply.status, text: await reply.text() }
}

const ask = (gateway: RunningGateway, model: string) =>
  send(gateway, 'POST', '/chat/completions', { model, messages: [{ role: 'user', content: 'Hello' }] })

/** Milliseconds until the outcome is as expected. */
async function until(isDone: () => Promise<boolean>): Promise<number> {
  const start = Date.now()
  while (!(await isDone())) await new Promise(resolve => setTimeout(resolve, 25))
  return Date.now() - start
}

async function provider() {
  const server = await runProvider((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion('Hello')))
  })
  later(server.stop)
  return server
}

it('an integration of one runtime serves calls of the other, with its newest key, until it is deleted', async () => {
  const upstream = await provider()
  const [one, other] = await gateways(2)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  const created = await send(one, 'POST', '/integrations', {
    name: 'Team',
    ai_provider_id: 'openai',
    key: 'sk-first-0123456789',
    configurations: { custom_host: `${upstream.origin}/v1` },
  })
  expect(created).toMatchObject({ status: 200, text: expect.not.stringContaining('sk-first') })
  // The process that has written it sees it at once.
  expect((await ask(one, '@team/gpt-4o')).status).toBe(200)
  expect(await until(async () => (await ask(other, '@team/gpt-4o')).status === 200)).toBeLessThan(2500)
  expect(upstream.received.at(-1)?.headers.authorization).toBe('Bearer sk-first-0123456789')
  expect((await send(other, 'PUT', '/integrations/team', { key: 'sk-second-0123456789' })).status).toBe(200)
  expect(
    await until(async () => {
      await ask(one, '@team/gpt-4o')
      return upstream.received.at(-1)?.headers.authorization === 'Bearer sk-second-0123456789'
    }),
  ).toBeLessThan(2500)
  expect((await send(one, 'DELETE', '/integrations/team')).status).toBe(200)
  expect(await until(async () => (await ask(other, '@team/gpt-4o')).status !== 200)).toBeLessThan(2500)
  const logs = JSON.stringify([await one.log(), await other.log()])
  expect(logs).not.toMatch(/sk-(first|second)/)
})

const referenceIn = (origin: string) => ({
  name: 'openai',
  manager_type: 'hashicorp_vault',
  auth_config: { vault_addr: origin, vault_auth_type: 'token', vault_token: 'hvs.root' },
  secret_path: 'secret/openai',
  secret_key: 'api_key',
})

/** A vault that has the key of the provider. */
async function vaultWithKey() {
  const vault = vaultDouble()
  vault.secrets.set('secret/data/openai', { api_key: 'sk-vault-0123456789' })
  const manager = await runProvider((request, response, body) => {
    const reply = vault.answer({
      method: request.method ?? '',
      origin: `http://${request.headers.host}`,
      path: request.url ?? '',
      headers: request.headers as Readonly<Record<string, string>>,
      text: body.toString('utf8'),
    })
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  })
  later(manager.stop)
  return { vault, manager }
}

it('a secret reference of the store is read from its manager by every runtime', async () => {
  const { manager } = await vaultWithKey()
  const upstream = await provider()
  const [one, other] = await gateways(2)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  const reference = await send(one, 'POST', '/secret-references', referenceIn(manager.origin))
  expect(reference.status).toBe(200)
  const integration = await send(one, 'POST', '/integrations', {
    name: 'Team',
    ai_provider_id: 'openai',
    configurations: { custom_host: `${upstream.origin}/v1` },
    secret_mappings: [{ target_field: 'key', secret_reference_id: 'openai' }],
  })
  expect(integration).toMatchObject({ status: 200 })
  for (const gateway of [one, other])
    expect(await until(async () => (await ask(gateway, '@team/gpt-4o')).status === 200)).toBeLessThan(3500)
  expect(upstream.received.map(({ headers }) => headers.authorization)).toEqual(
    upstream.received.map(() => 'Bearer sk-vault-0123456789'),
  )
  expect(`${reference.text}${integration.text}${JSON.stringify(await one.log())}`).not.toMatch(
    /hvs\.root|sk-vault/,
  )
})

it('a config that is saved by API names secret references of the store, as their owner allows', async () => {
  const { manager } = await vaultWithKey()
  const [upstream, elsewhere] = [await provider(), await provider()]
  const [one, other] = await gateways(2)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  const save = (slug: string, origin: string) =>
    send(one, 'POST', '/configs', {
      name: slug,
      config: {
        provider: 'openai',
        api_key: `${'$'}{secret:openai}`,
        custom_host: `${origin}/v1`,
        override_params: { model: 'gpt-4o' },
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
    expect(await until(async () => (await call(gateway, 'chat')).status === 200)).toBeLessThan(3500)
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
    expect(await until(async () => (await call(gateway, 'chat')).status !== 200)).toBeLessThan(3500)
  await send(one, 'POST', '/workspaces', { name: 'another' })
  const moved = { allowed_hosts: [upstream.origin], allowed_workspaces: ['another'] }
  expect(await update(moved)).toMatchObject({ status: 200 })
  expect(await call(one, 'chat')).toMatchObject({ status: 403 })
  expect(elsewhere.received).toEqual([])
  expect(JSON.stringify([await one.log(), await other.log()])).not.toMatch(/hvs\.root|sk-vault/)
})
