// Configs that are saved by API, on real sockets: calls use them at once, on every runtime of the store within two seconds.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { makeFolder } from '../support/temporary-folder.ts'

const running: RunningGateway[] = []
const folder = makeFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop()
})

const start = async (
  name: string,
  configs: Readonly<Record<string, object>> = {},
): Promise<RunningGateway> => {
  const store = `sqlite:${join(folder, name)}`
  const gateway = await runGateway({ store, providers: { mock: { provider: 'mock' } } }, configs)
  running.push(gateway)
  return gateway
}

const send = async ({ url }: RunningGateway, method: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json(), etag: response.headers.get('etag') }
}

const chat = async ({ url }: RunningGateway, config: string) => {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': config },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
  })
  const body = (await response.json()) as { model?: string; error?: { code: string } }
  return { status: response.status, model: body.model, code: body.error?.code }
}

const model = (name: string) => ({ provider: '@mock', override_params: { model: name } })

test('requests about what is saved have the metadata and the span of their client in the log', async () => {
  const gateway = await start('tags.db')
  const paths = ['/workspaces', '/policies/rate-limits', '/configs']
  for (const path of paths)
    await fetch(gateway.url + path, {
      headers: { 'x-gateway-metadata': '{"team":"legal"}', 'x-gateway-span-id': 's1' },
    })
  const lines = (await gateway.log()).filter(({ trace }) => trace !== undefined)
  expect(lines).toMatchObject(
    paths.map(path => ({ path: `/v1${path}`, status: 200, metadata: { team: 'legal' }, span: { id: 's1' } })),
  )
})

describe('a config that was saved by API', () => {
  test('serves calls at once, its versions by number and label, and is gone when it is deleted', async () => {
    const gateway = await start('one.db')
    expect(await chat(gateway, 'chat')).toMatchObject({ status: 404, code: 'unknown_config' })
    expect(
      (
        await send(gateway, 'POST', '/configs', {
          workspace_id: 'default',
          name: 'chat',
          config: model('echo'),
        })
      ).status,
    ).toBe(200)
    expect(await chat(gateway, 'chat')).toMatchObject({ status: 200, model: 'echo' })
    await send(gateway, 'PUT', '/configs/chat', { config: model('lorem-50') })
    expect(await chat(gateway, 'chat')).toMatchObject({ model: 'lorem-50' })
    expect(await chat(gateway, 'chat@1')).toMatchObject({ model: 'echo' })
    await send(gateway, 'PUT', '/configs/chat/labels/staging', { version: 1 })
    expect(await chat(gateway, 'chat@staging')).toMatchObject({ model: 'echo' })
    expect(await chat(gateway, 'chat@9')).toMatchObject({ status: 404, code: 'unknown_config' })
    await send(gateway, 'PUT', '/configs/chat', { status: 'archived' })
    expect(await chat(gateway, 'chat')).toMatchObject({ status: 404 })
    await send(gateway, 'DELETE', '/configs/chat')
    expect(await chat(gateway, 'chat@1')).toMatchObject({ status: 404 })
  })

  test('is served by another runtime of the same store within two seconds, and after a restart', async () => {
    const [first, second] = [await start('two.db'), await start('two.db')]
    await send(first, 'POST', '/configs', { workspace_id: 'default', name: 'chat', config: model('json') })
    await expect
      .poll(() => chat(second, 'chat'), { timeout: 2_000, interval: 50 })
      .toMatchObject({ status: 200, model: 'json' })
    await first.stop()
    running.splice(running.indexOf(first), 1)
    const again = await start('two.db')
    expect(await chat(again, 'chat')).toMatchObject({ status: 200, model: 'json' })
  })

  test('a slug that the project has since belongs to git, with its versions', async () => {
    const first = await start('owned.db')
    await send(first, 'POST', '/configs', { workspace_id: 'default', name: 'chat', config: model('json') })
    expect(await chat(first, 'chat@1')).toMatchObject({ status: 200, model: 'json' })
    const second = await start('owned.db', { chat: model('echo') })
    expect(await chat(second, 'chat')).toMatchObject({ status: 200, model: 'echo' })
    expect(await chat(second, 'chat@1')).toMatchObject({ status: 404, code: 'unknown_config' })
    expect((await send(second, 'GET', '/configs')).body).toMatchObject({ total: 1, data: [{ owner: 'git' }] })
  })

  test('a body that is not JSON, a wrong type and a wrong path are told, and nothing is lost', async () => {
    const { url } = await start('three.db')
    const raw = async (path: string, body: string, method = 'POST') => {
      const response = await fetch(url + path, {
        method,
        body,
        headers: { 'content-type': 'application/json' },
      })
      return {
        status: response.status,
        error: ((await response.json()) as { error: { code: string } }).error,
      }
    }
    expect(await raw('/configs', '{"name": ')).toMatchObject({ status: 400, error: { code: 'invalid_json' } })
    expect(await raw('/configs', '{"name":"a","name":"b"}')).toMatchObject({ status: 400 })
    expect(await raw('/configs', '{"name":7}')).toMatchObject({
      status: 400,
      error: { code: 'invalid_request' },
    })
    expect(await raw('/configs/x/y/z', '{}')).toMatchObject({ status: 404, error: { code: 'not_found' } })
    expect(await raw('/configs', '{}', 'PATCH')).toMatchObject({ status: 405 })
  })
})

test('GET /openapi.json describes the routes', async () => {
  const { port } = await start('four.db')
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  const document = (await response.json()) as { openapi: string; paths: Record<string, object> }
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document.paths['/configs/{slug}'] ?? {}).sort()).toEqual(['delete', 'get', 'put'])
  expect(document.paths['/chat/completions']).toHaveProperty('post')
})
