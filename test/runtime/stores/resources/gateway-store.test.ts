// The driver that speaks to a running gateway, against real ones: the contract of all drivers, and what only this one does.
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openGatewayStore } from '../../../../runtime/stores/resources/gateway/gateway-store.ts'
import { sha256 } from '../../../support/bundle.ts'
import { portolan } from '../../../support/command.ts'
import { runGateway } from '../../../support/running-gateway.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { storeContract } from './contract.ts'

async function startGateway(manifest: object = {}, environment: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder()
  const gateway = await runGateway(
    { store: `sqlite:${join(folder, 'store.db')}`, ...manifest },
    {},
    environment,
  )
  onTestFinished(() => gateway.stop())
  return gateway
}

storeContract(async () => {
  const { url } = await startGateway()
  return { open: () => openGatewayStore(url, { environment: {} }) }
}, false)

it('a runtime does not follow a gateway, but the store of that gateway', async () => {
  const store = await openGatewayStore((await startGateway()).url, { environment: {} })
  await expect(store.heartbeat({ id: 'one', value: {}, at: 1 })).rejects.toThrow('cannot follow')
  // That of the gateway itself, which counts limits.
  expect((await store.heartbeats()).filter(({ id }) => !id.startsWith('limits/'))).toEqual([])
})

const release = (scopes: readonly string[]) => ({
  api_keys: [{ id: 'ci', hash: `sha256:${sha256('key of ci')}`, scopes }],
})

describe('the key of a gateway', () => {
  it('comes from PORTOLAN_API_KEY, and without it or with a wrong one the sentence says so', async () => {
    const { url } = await startGateway(release([]))
    const open = (key?: string) =>
      openGatewayStore(url, { environment: key === undefined ? {} : { PORTOLAN_API_KEY: key } })
    await expect((await open()).revision()).rejects.toThrow('requires a key: set PORTOLAN_API_KEY')
    await expect((await open('wrong')).revision()).rejects.toThrow('does not accept the key')
    // A key of one workspace may not replace the configs of all.
    await expect((await open('key of ci')).revision()).rejects.toThrow('configs.list of the organisation')
  })

  it('goes to https alone, or to this machine, and never follows a redirect', async () => {
    await expect(openGatewayStore('http://gateway.example/v1', { environment: {} })).rejects.toThrow(
      'https://',
    )
    await expect(openGatewayStore('https://user:key@gateway.example', { environment: {} })).rejects.toThrow(
      'its key is in PORTOLAN_API_KEY',
    )
    const options: (RequestInit | undefined)[] = []
    const store = await openGatewayStore('https://gateway.example', {
      environment: { PORTOLAN_API_KEY: 'secret' },
      fetch: async (_, init) => {
        options.push(init)
        return Response.json({ revision: 3 })
      },
    })
    expect(await store.revision()).toBe(3)
    expect(options).toMatchObject([{ redirect: 'error', headers: { authorization: 'Bearer secret' } }])
  })
})

it('a gateway refuses a push of what uses things that its store lacks', async () => {
  const { url } = await startGateway({}, { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') })
  const folder = temporaryFolder({
    'gateway.yaml': 'external: [team]\n',
    'configs/chat.yaml': 'provider: "@team"\n',
  })
  const push = () => portolan(['push', '--store', url], folder)
  const refused = await push()
  expect(refused).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('does not have what "external" lists: the provider "team".'),
  })
  expect(refused.complaints).toContain('refuses this')
  const integration = {
    name: 'Team',
    workspace_id: 'default',
    ai_provider_id: 'openai',
    key: 'sk-0123456789abcdef',
  }
  const created = await fetch(`${url}/integrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(integration),
  })
  expect(created.status, await created.text()).toBe(200)
  expect((await push()).code).toBe(0)
})

it('portolan push, promote, history and rollback against a running gateway', async () => {
  const { url, runtime } = await startGateway()
  const folder = temporaryFolder({
    'gateway.yaml': 'providers: { mock: { provider: mock } }\n',
    'configs/chat.yaml': 'provider: "@mock"\noverride_params: { model: echo }\n',
  })
  const run = (...given: readonly string[]) => portolan([...given, '--store', url], folder)
  expect((await run('push', '--promote', '--message', 'first')).code).toBe(0)
  expect((await run('history')).out).toContain('first')
  expect((await run('show', '1')).code).toBe(0)
  expect((await run('rollback')).complaints).toContain('nothing to revert to')
  const audit = await fetch(
    `http://127.0.0.1:${runtime.port}/v1/audit-logs?start_time=2026-01-01&end_time=2999-01-01`,
  )
  expect(await audit.json()).toMatchObject({ records: [{ action: 'push', user: 'anyone' }] })
})
