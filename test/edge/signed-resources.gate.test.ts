// Runtimes with `--trust`, on real sockets and processes: what is saved by API is signed by the process that saves it, and what nobody
// has signed is not used.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openResourceStore } from '../../runtime/stores/resources/open-resource-store.ts'
import { portolan, RUNTIME, type Running, start } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const STORE = 'sqlite:store.db'

const pems = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    'key.pem': privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    'trusted.pem': publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    'other.pem': generateKeyPairSync('ed25519')
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString(),
  }
}

const project = (): string =>
  temporaryFolder({
    'gateway.yaml': `providers: { mock: { provider: mock } }\nstore: "${STORE}"\n`,
    'configs/chat.yaml': 'provider: "@mock"\n',
    ...pems(),
  })

async function originOf(runtime: Running): Promise<string> {
  const [, port = ''] = await runtime.waitForOutput(/plan [0-9a-f]{12} on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  return `http://127.0.0.1:${port}/v1`
}

async function post(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, text: await reply.text() }
}

const call = async (origin: string, config: string): Promise<number> =>
  (
    await post(
      `${origin}/chat/completions`,
      { model: 'echo', messages: [{ role: 'user', content: 'Hello' }] },
      { 'x-gateway-config': config },
    )
  ).status

it('what is saved by API is signed by the process that saves it, or refused where signatures are required', async () => {
  const folder = project()
  await portolan(['push', '--promote', '--signing-key', 'key.pem'], folder)
  const trusting = ['--store', STORE, '--port', '0', '--trust', 'trusted.pem']
  const stranger = start(RUNTIME, [...trusting, '--signing-key', 'other.pem'], folder)
  expect(await stranger.finished).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('none of those of --trust'),
  })
  const writer = start(RUNTIME, [...trusting, '--signing-key', 'key.pem'], folder)
  const reader = start(RUNTIME, trusting, folder)
  const [one, other] = [await originOf(writer), await originOf(reader)]
  const saved = { name: 'saved', config: { provider: '@mock' } }
  const made = { ...saved, workspace_id: 'default' }
  expect(await post(`${other}/configs`, made)).toMatchObject({
    status: 403,
    text: expect.stringContaining('"signature_required"'),
  })
  expect(await post(`${one}/configs`, made)).toMatchObject({ status: 200 })
  expect(await call(one, 'saved')).toBe(200)
  await expect.poll(() => call(other, 'saved'), { timeout: 2_500, interval: 50 }).toBe(200)

  // Whoever can write to the database alone sends no call elsewhere.
  const store = await openResourceStore(STORE, { folder, environment: {}, clock: virtualClock(0) })
  const found = await store.read('config', 'saved')
  expect(JSON.stringify(found)).not.toContain('PRIVATE')
  const text = JSON.stringify({ provider: 'openai', custom_host: 'https://attacker.example/v1' })
  await store.commit({ writes: [{ kind: 'config', id: 'saved', value: { ...found?.value, text } }] })
  await store.close()
  for (const [runtime, origin] of [
    [writer, one],
    [reader, other],
  ] as const) {
    await runtime.waitForOutput(/The saved config "saved" is not used, since no trusted key has signed it\./)
    // It is reported as it is read, and takes effect milliseconds later, with all that was read.
    await expect.poll(() => call(origin, 'saved'), { timeout: 500, interval: 5 }).toBe(404)
    expect(await call(origin, 'chat')).toBe(200)
  }
  for (const { child } of [writer, reader]) child.kill('SIGTERM')
  for (const { finished } of [writer, reader]) expect((await finished).code).toBe(0)

  // A process without the key, and without --trust, does not take signatures away.
  const careless = start(RUNTIME, ['--store', STORE, '--port', '0'], folder)
  const origin = await originOf(careless)
  const reply = await fetch(`${origin}/configs/saved`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(saved),
  })
  expect(reply.status).toBe(403)
  careless.child.kill('SIGTERM')
  await careless.finished
})

it('a runtime that starts does not serve an earlier signed state of the label', async () => {
  const folder = project()
  const trusting = ['--store', STORE, '--port', '0', '--trust', 'trusted.pem', '--workers', '2']
  const serve = async (): Promise<void> => {
    const runtime = start(RUNTIME, trusting, folder)
    await originOf(runtime)
    runtime.child.kill('SIGTERM')
    expect((await runtime.finished).code).toBe(0)
  }
  await portolan(['push', '--promote', '--signing-key', 'key.pem'], folder)
  const store = await openResourceStore(STORE, { folder, environment: {}, clock: virtualClock(0) })
  const earlier = (await store.read('label', 'main/live'))?.value
  writeFileSync(join(folder, 'configs', 'other.json'), '{ "provider": "@mock" }')
  await portolan(['push', '--promote', '--signing-key', 'key.pem'], folder)
  await serve()
  await store.commit({ writes: [{ kind: 'label', id: 'main/live', value: earlier }] })
  await store.close()
  expect(await start(RUNTIME, trusting, folder).finished).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('The label "live" is back in an earlier state, after move 1 of 2'),
  })
  // Another file of moves knows nothing of it.
  trusting.push('--moves', 'other.db')
  await serve()
})

it('--trust and --signing-key without a store that is followed are told', async () => {
  const folder = project()
  for (const option of ['--trust', '--signing-key'])
    expect(await start(RUNTIME, ['plan.json', option, 'key.pem'], folder).finished).toMatchObject({
      code: 64,
      complaints: expect.stringContaining(`${option} needs a store with --store.`),
    })
})
