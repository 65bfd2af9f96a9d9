// `portolan-runtime --store`: processes that serve what others push, and what they roll back to.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PORTOLAN, portolan, RUNTIME, type Running, start } from '../support/command.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isPostgresListening, TEST_POSTGRES } from '../support/test-postgres.ts'

const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`

const project = (store: string): string =>
  temporaryFolder({
    'gateway.yaml': `providers: { mock: { provider: mock } }\nstore: "${store}"\n`,
    'configs/chat.yaml': config('echo'),
  })

async function portOf(runtime: Running): Promise<string> {
  const [, port = ''] = await runtime.waitForOutput(/plan [0-9a-f]{12} on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  return port
}

async function statusOf(port: string, user = 0): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': 'chat',
      'x-gateway-metadata': JSON.stringify({ user }),
    },
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await reply.arrayBuffer()
  return reply.status
}

it('a runtime serves the live release, and picks up a push and a roll-back', async () => {
  const folder = project('sqlite:store.db')
  const missing = start(RUNTIME, ['--store', 'sqlite:store.db'], folder)
  expect(await missing.finished).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('does not exist; portolan push makes it.'),
  })
  await portolan(['push'], folder)
  const unlabelled = start(RUNTIME, ['--store', 'sqlite:store.db'], folder)
  expect((await unlabelled.finished).complaints).toContain('portolan push --promote makes it.')

  await portolan(['promote'], folder)
  const runtime = start(RUNTIME, ['--store', 'sqlite:store.db', '--port', '0'], folder)
  const port = await portOf(runtime)
  expect(await statusOf(port)).toBe(200)
  writeFileSync(join(folder, 'configs/chat.yaml'), config('status-418'))
  await portolan(['push', '--promote'], folder)
  const [, second = ''] = await runtime.waitForOutput(/The plan ([0-9a-f]{12}) is now in use/)
  expect(await statusOf(port)).toBe(418)
  expect((await portolan(['status'], folder)).out).toMatch(
    new RegExp(`runtime .*:${port}: running, seen \\d+ s ago, live, plan ${second}, revision 3`),
  )
  await portolan(['rollback'], folder)
  await runtime.waitForOutput(new RegExp(`The plan (?!${second})[0-9a-f]{12} is now in use`))
  expect(await statusOf(port)).toBe(200)
  const split = await portolan(['promote', '2', '--percent', '30', '--sticky', 'user'], folder)
  expect(split.out).toContain('The label live points at release 1, release 2 for 30 % by metadata.user')
  await runtime.waitForOutput(/is now in use, and release 2 for 30 % of the traffic, by metadata.user\./)
  const users = Array.from({ length: 40 }, (_, user) => user)
  const statuses = await Promise.all(users.map(user => statusOf(port, user)))
  expect(new Set(statuses)).toEqual(new Set([200, 418]))
  expect(await Promise.all(users.map(user => statusOf(port, user)))).toEqual(statuses)
  runtime.child.kill('SIGTERM')
  expect((await runtime.finished).code).toBe(0)
})

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

describe.skipIf(!present)('service: PostgreSQL', () => {
  const schemas = postgresSchemas()

  it('a fleet follows one store, and a killed push leaves nothing behind', async () => {
    const url = schemas.create()
    const folder = project(url.href)
    await portolan(['push', '--promote'], folder)
    const environment = { PORTOLAN_STORE: url.href }
    const fleet = [1, 2].map(() => start(RUNTIME, ['--port', '0'], folder, environment))
    const ports = await Promise.all(fleet.map(portOf))
    writeFileSync(join(folder, 'configs/chat.yaml'), config('status-418'))
    // Killed as soon as it is connected: before, during or after its one transaction.
    const pusher = start(PORTOLAN, ['push', '--promote', '--store', url.href], folder)
    const before = new Set((await connections()).map(({ pid }) => pid))
    for (;;) {
      const found = (await connections()).some(({ pid }) => !before.has(pid))
      if (found || pusher.child.exitCode !== null) break
    }
    pusher.child.kill('SIGKILL')
    await pusher.finished
    const history = JSON.parse((await portolan(['history', '--format', 'json'], folder)).out) as {
      readonly releases: readonly { readonly number: number }[]
      readonly labels: { readonly live: { readonly selection: { readonly release: number } } }
    }
    // All of it or nothing: the label points at the last release there is.
    expect(history.labels.live.selection.release).toBe(history.releases[0]?.number)
    await portolan(['push', '--promote'], folder)
    await Promise.all(fleet.map(runtime => runtime.waitForOutput(/The plan [0-9a-f]{12} is now in use/)))
    expect(await Promise.all(ports.map(statusOf))).toEqual([418, 418])
    await portolan(['rollback', '--to', '1'], folder)
    await Promise.all(
      fleet.map(runtime => runtime.waitForOutput(/is now in use[\s\S]*The plan [0-9a-f]{12} is now in use/)),
    )
    expect(await Promise.all(ports.map(statusOf))).toEqual([200, 200])
    const status = await portolan(['status'], folder)
    expect(status.out.match(/: running, seen \d+ s ago, live, plan/g)).toHaveLength(2)
    expect(status.out).not.toContain('postgres:postgres')
    for (const { child } of fleet) child.kill('SIGTERM')
    for (const { finished } of fleet) expect((await finished).code).toBe(0)
  })

  const connections = (): Promise<readonly Record<string, unknown>[]> =>
    schemas.run('SELECT pid FROM pg_stat_activity WHERE datname = current_database()')
})
