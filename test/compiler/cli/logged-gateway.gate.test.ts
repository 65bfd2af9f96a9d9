// What a gateway logged, read over its API: `portolan replay --gateway` and `logs why --as-test --bodies`.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'
import { makeFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

const ENVIRONMENT = { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), USER: 'ann' }
const MOCK = { provider: '@mock', override_params: { model: 'echo' } }
const BODY = {
  model: 'echo',
  temperature: 0.5,
  messages: [{ role: 'user', content: 'Is sk-0123456789abcdef0123456789abcdef mine?' }],
}

let gateway: RunningGateway
let folder: string
let stored: string

const run = (...args: readonly string[]) => portolan(args, folder, ENVIRONMENT)
const ofGateway = (...args: readonly string[]) => run(...args, '--gateway', gateway.url)

beforeAll(async () => {
  stored = makeFolder()
  const store = `sqlite:${join(stored, 'store.db')}`
  const manifest = {
    ...{ listen: { port: 0 }, providers: { mock: { provider: 'mock' } }, store },
    telemetry: { log_store: {}, bodies: {} },
  }
  const config = { strategy: { mode: 'fallback' }, targets: [MOCK, MOCK] }
  folder = makeFolder({
    'gateway.json': JSON.stringify(manifest),
    'configs/chat.json': JSON.stringify(config),
    'after/gateway.json': JSON.stringify(manifest),
    'after/configs/chat.json': JSON.stringify({ ...MOCK, override_params: { model: 'other' } }),
  })
  expect(await run('push', '--promote')).toMatchObject({ code: 0 })
  gateway = await runGateway(manifest, { chat: config }, ENVIRONMENT)
  for (const trace of ['order-17', 'order-18']) {
    const reply = await fetch(`${gateway.url}/chat/completions`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'x-gateway-config': 'chat' },
        ...{ 'x-gateway-trace-id': trace, 'x-gateway-metadata': '{"plan":"team"}' },
      },
      body: JSON.stringify(BODY),
    })
    expect(reply.status, await reply.text()).toBe(200)
  }
  await until(async () => (await fetch(`${gateway.url}/logs/traces/order-18`)).ok)
})
afterAll(async () => {
  await gateway.stop()
  for (const each of [folder, stored]) rmSync(each, { recursive: true, force: true })
})

describe('the log of a running gateway', () => {
  it('is walked through a candidate', async () => {
    const { code, out, complaints } = await ofGateway('replay', '--against', 'after')
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(out).toMatch(/^2 requests through after\n[\s\S]*2 go elsewhere first[\s\S]*@mock other +0 +2$/m)
  })

  it('becomes a test with the logged body, which passes on the plan that was live', async () => {
    const file = 'configs/chat.test.yaml'
    const args = ['logs', 'why', 'order-17', '--as-test', '--bodies']
    const { code, complaints } = await ofGateway(...args, '--output', file)
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    const test = readFileSync(join(folder, file), 'utf8')
    expect(test).toMatch(/# It passes on the plan [0-9a-f]{12}, which was live\.\n/)
    expect(test).toMatch(/body: \{"model":"echo","temperature":0\.5,"messages":/)
    expect(test).not.toContain('0123456789abcdef0123')
    expect((await run('test')).code).toBe(0)
    writeFileSync(join(folder, 'configs/chat.json'), JSON.stringify({ provider: '@mock' }))
    expect((await run('test')).code).toBe(1)
  })

  it.each<readonly [string, readonly string[], number, RegExp]>([
    ['an unknown trace', ['logs', 'why', 'none', '--as-test', '--bodies'], 1, /^There is no trace "none"\.$/],
    ['two stores', ['logs', 'tail', '--store', 'sqlite:x'], 64, /^Name --store or --gateway, not both\./],
    ['two stores', ['diff', '--live', '--store', 'sqlite:x'], 64, /^Name --store or --gateway, not both\./],
    ['two stores', ['drift', '--store', 'sqlite:x'], 64, /^Name --store or --gateway, not both\./],
  ])('%s: a sentence', async (_, args, expected, sentence) => {
    const { code, complaints } = await ofGateway(...args)
    expect([code, complaints.trim()]).toEqual([expected, expect.stringMatching(sentence)])
  })
})
