// What callers say of their requests in headers of raw UTF-8, from the socket to the store, its filters and erasure.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
const TEAM = 'été 日本'
const mock = (model: string) => ({ provider: '@mock', override_params: { model } })
const byTeam = {
  strategy: {
    mode: 'conditional',
    conditions: [{ query: { 'metadata.team': { $eq: TEAM } }, then: 'known' }],
    default: 'others',
  },
  targets: [
    { name: 'known', ...mock('echo') },
    { name: 'others', ...mock('echo') },
  ],
}

let gateway: RunningGateway
beforeAll(async () => {
  gateway = await runGateway(
    {
      store: 'sqlite::memory:',
      encryption_key: '${env:ENCRYPTION_KEY}',
      providers: { mock: { provider: 'mock' } },
      api_keys: ['caller', 'reader'].map(id => ({
        id,
        hash: `sha256:${sha256(id)}`,
        workspace: 'team',
        scopes: id === 'caller' ? ['inference'] : ['logs.list', 'logs.view', 'logs.erase', 'analytics.view'],
      })),
      telemetry: { log_store: {}, bodies: {} },
    },
    { teams: byTeam },
    { ENCRYPTION_KEY },
  )
})
afterAll(() => gateway.stop())

const send = (
  trace: string,
  headers: readonly string[],
  key = 'caller',
  encoding: BufferEncoding = 'utf8',
) => {
  const head = ['content-type: application/json', 'connection: close', `x-gateway-api-key: ${key}`]
  const request = rawRequest(
    'POST',
    '/v1/chat/completions',
    [...head, `x-gateway-trace-id: ${trace}`, ...headers],
    JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content: 'Hi' }] }),
  )
  return exchangeRaw(gateway.port, Buffer.from(request, encoding))
}
const recordOf = async (trace: string) => (await gateway.log()).find(line => line['trace'] === trace)

const PERIOD = 'time_of_generation_min=2020-01-01T00:00:00Z&time_of_generation_max=2100-01-01T00:00:00Z'
const read = async (path: string, method = 'GET') => {
  const reply = await fetch(gateway.url + path, { method, headers: { 'x-gateway-api-key': 'reader' } })
  return (await reply.json()) as { data: Record<string, unknown>[]; erased?: number }
}
const found = async (metadata: object, more = ''): Promise<readonly unknown[]> => {
  const filter = encodeURIComponent(JSON.stringify(metadata))
  const { data } = await read(`/logs?${PERIOD}&metadata=${filter}${more}`)
  return data.map(each => each['trace_id'])
}
const stored = (trace: string): Promise<void> =>
  until(async () => (await read(`/logs?${PERIOD}&trace_id=${trace}`)).data.length > 0)

describe('Metadata in raw UTF-8', () => {
  it('is routed, logged, found and grouped by its true value', async () => {
    const metadata = JSON.stringify({ team: TEAM })
    await send('raw', [`x-gateway-metadata: ${metadata}`, 'x-gateway-config: teams'])
    await send('escaped', [
      'x-gateway-metadata: {"team":"\\u00e9t\\u00e9 \\u65e5\\u672c"}',
      'x-gateway-config: teams',
    ])
    for (const trace of ['raw', 'escaped'])
      expect(await recordOf(trace)).toMatchObject({ metadata: { team: TEAM }, at: 'config.targets[0]' })
    await stored('raw')
    await stored('escaped')
    expect((await found({ team: TEAM })).toSorted()).toEqual(['escaped', 'raw'])
    expect((await read(`/analytics/groups/metadata/team?${PERIOD}`)).data).toMatchObject([
      { metadata_value: TEAM, requests: 2 },
    ])
  })

  it('is Latin-1 where it is no UTF-8', async () => {
    await send('latin', ['x-gateway-metadata: {"team":"été"}'], 'caller', 'latin1')
    expect(await recordOf('latin')).toMatchObject({ metadata: { team: 'été' } })
  })
})

it('A config and the name of a span in raw UTF-8 are read as they were written', async () => {
  await send('inline', [
    `x-gateway-config: ${JSON.stringify(byTeam)}`,
    `x-gateway-metadata: ${JSON.stringify({ team: TEAM })}`,
    'x-gateway-span-name: Überblick',
  ])
  expect(await recordOf('inline')).toMatchObject({ at: 'config.targets[0]', span: { name: 'Überblick' } })
})

it('A trace ID that is replaced is named as ignored', async () => {
  const reply = await send('two words', [])
  expect(reply).toMatch(/x-gateway-trace-id: [0-9a-f]{32}\r/)
  expect(reply).toContain('x-gateway-ignored: x-gateway-trace-id\r')
  expect(await send('one-word', [])).not.toContain('x-gateway-ignored')
})

describe('Bodies are erased by the value of _user that was sent', () => {
  const others = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, index]))
  it.each<readonly [string, string, object]>([
    ['in raw UTF-8', 'José 日本', {}],
    ['that is long', `${'u'.repeat(150)}@example.com`, {}],
    ['behind 40 other keys', 'late', others],
    ['that looks like a secret', 'sk-user-aB3dE5gH7jK9mN1pQ3sT5vX7', {}],
  ])('%s', async (title, user, more) => {
    const trace = title.replaceAll(' ', '-')
    await send(trace, [`x-gateway-metadata: ${JSON.stringify({ ...more, _user: user })}`])
    await send(`${trace}-other`, [`x-gateway-metadata: ${JSON.stringify({ _user: `${user}x` })}`])
    await stored(trace)
    await stored(`${trace}-other`)
    expect(JSON.stringify(await gateway.log())).not.toContain('sk-user')
    expect((await read(`/logs/bodies?user=${encodeURIComponent(user)}`, 'DELETE')).erased).toBe(1)
    const [erased] = (await read(`/logs?${PERIOD}&trace_id=${trace}`)).data
    const [kept] = (await read(`/logs?${PERIOD}&trace_id=${trace}-other`)).data
    expect([erased?.['has_bodies'], kept?.['has_bodies']]).toEqual([false, true])
  })

  it('which is found by its true value, also where it is long', async () => {
    const user = `${'v'.repeat(150)}@example.com`
    await send('lengthy', [`x-gateway-metadata: ${JSON.stringify({ _user: user })}`])
    await stored('lengthy')
    expect(await found({ _user: user })).toEqual(['lengthy'])
  })
})

it('A key without the scope is in the record of its refusal, also by the control plane and of a WebSocket', async () => {
  expect(await send('refused', [], 'reader')).toMatch(/^HTTP\/1.1 403/)
  expect(await recordOf('refused')).toMatchObject({ status: 403, key: 'reader', workspace: 'team' })
  await stored('refused')
  const head = ['x-gateway-api-key: caller', 'connection: close', 'x-gateway-trace-id: forbidden']
  expect(await exchangeRaw(gateway.port, rawRequest('GET', '/v1/workspaces', head))).toMatch(/^HTTP\/1.1 403/)
  expect(await recordOf('forbidden')).toMatchObject({ status: 403, key: 'caller', workspace: 'team' })
  const upgrade = ['connection: upgrade', 'upgrade: websocket', 'x-gateway-trace-id: socket']
  const asked = rawRequest('GET', '/v1/realtime?model=m', [...upgrade, 'x-gateway-api-key: reader'])
  expect(await exchangeRaw(gateway.port, asked)).toMatch(/^HTTP\/1.1 403/)
  expect(await recordOf('socket')).toMatchObject({ status: 403, key: 'reader', workspace: 'team' })
})
