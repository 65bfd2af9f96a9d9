// Prompts that are saved by API, on real sockets: published ones serve calls on every runtime of the store within two seconds, and a
// label that is deleted is 404 as soon.
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

const start = async (name: string): Promise<RunningGateway> => {
  const gateway = await runGateway({
    store: `sqlite:${join(folder, name)}`,
    providers: { mock: { provider: 'mock' } },
  })
  running.push(gateway)
  return gateway
}

const send = async ({ url }: RunningGateway, method: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, version: response.headers.get('x-gateway-prompt-version') }
}

const run = (gateway: RunningGateway, prompt: string, more: object = {}) =>
  send(gateway, 'POST', `/prompts/${prompt}/completions`, { variables: { name: 'Ada' }, ...more })

const LETTER = { name: 'letter', string: 'Hello {{name}}', model: '@mock/echo' }

describe('a prompt that was saved by API', () => {
  test('serves calls at once, whole and streamed, by version and label', async () => {
    const gateway = await start('one.db')
    expect((await run(gateway, 'letter')).status).toBe(404)
    expect((await send(gateway, 'POST', '/prompts', { workspace_id: 'default', ...LETTER })).status).toBe(200)
    const first = await run(gateway, 'letter')
    expect(first).toMatchObject({ status: 200, version: 'letter@1' })
    expect(JSON.parse(first.text)).toMatchObject({
      status: 'success',
      body: { choices: [{ message: { content: 'Hello Ada' } }] },
    })
    const streamed = await run(gateway, 'letter', { stream: true })
    expect(streamed.text.trim().split('\n').at(-1)).toBe('data: [DONE]')
    await send(gateway, 'PUT', '/prompts/letter', { patch: true, string: 'Dear {{name}}' })
    expect((await run(gateway, 'letter')).version).toBe('letter@1')
    expect((await run(gateway, 'letter@2')).text).toContain('Dear Ada')
    await send(gateway, 'PUT', '/prompts/letter/versions/2', { label: 'staging' })
    expect((await run(gateway, 'letter@staging')).version).toBe('letter@2')
    await send(gateway, 'DELETE', '/prompts/letter')
    expect((await run(gateway, 'letter')).status).toBe(404)
  })

  test('names its provider and its config by identifiers, of the manifest and of the store', async () => {
    const gateway = await start('identifiers.db')
    const idOf = async (path: string): Promise<string> =>
      JSON.parse((await send(gateway, 'GET', path)).text).id
    const config = { workspace_id: 'default', name: 'routed', config: { provider: '@mock' } }
    await send(gateway, 'POST', '/configs', config)
    const provider = await idOf('/providers/mock')
    const targets = {
      model: { model: `@${provider}/echo` },
      provider: { provider: `@${provider}`, model: 'echo' },
      virtual_key: { virtual_key: provider, model: 'echo' },
      config: { config: await idOf('/configs/routed'), model: 'echo' },
      unknown: { virtual_key: await idOf('/configs/routed'), model: 'echo' },
    }
    const answers: unknown[] = []
    for (const [name, target] of Object.entries(targets)) {
      const prompt = { workspace_id: 'default', name, string: 'Hello {{name}}', ...target }
      const saved = await send(gateway, 'POST', '/prompts', prompt)
      answers.push([name, saved.status, (await run(gateway, name)).status])
    }
    expect(answers).toEqual([
      ['model', 200, 200],
      ['provider', 200, 200],
      ['virtual_key', 200, 200],
      ['config', 200, 200],
      ['unknown', 400, 404],
    ])
  })

  test('is served by another runtime of the same store within two seconds, and a removed label is not', async () => {
    const [first, second] = [await start('two.db'), await start('two.db')]
    await send(first, 'POST', '/prompts', { workspace_id: 'default', ...LETTER })
    await send(first, 'POST', '/labels', { workspace_id: 'default', name: 'canary' })
    await send(first, 'PUT', '/prompts/letter/versions/1', { label: 'canary' })
    const status = async (prompt: string) => (await run(second, prompt)).status
    await expect.poll(() => status('letter@canary'), { timeout: 2_000, interval: 50 }).toBe(200)
    await send(first, 'DELETE', '/labels/canary')
    await expect.poll(() => status('letter@canary'), { timeout: 2_000, interval: 50 }).toBe(404)
    expect(await status('letter')).toBe(200)
  })

  test('renders before every chat of a config that was saved by API', async () => {
    const gateway = await start('three.db')
    await send(gateway, 'POST', '/prompts', {
      workspace_id: 'default',
      ...LETTER,
      slug: 'tone',
      string: '[{"role":"system","content":"Be kind"}]',
    })
    await send(gateway, 'POST', '/configs', {
      workspace_id: 'default',
      name: 'chat',
      config: { prompt_id: 'tone' },
    })
    const response = await fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': 'chat' },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('x-gateway-prompt-version')).toBe('tone@1')
  })

  test('needs a path that exists', async () => {
    const gateway = await start('four.db')
    expect((await send(gateway, 'POST', '/prompts/a/b/c', {})).status).toBe(404)
    expect((await send(gateway, 'PATCH', '/prompts/a', {})).status).toBe(405)
  })
})
