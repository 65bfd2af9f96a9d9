// Revocation on a disk that is really full: a file system in memory of a few megabytes, and two runtimes that share a store on it.
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { portolan, RUNTIME, type Running, start } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const ADMIN_KEY = `ptl_${'A'.repeat(43)}`

const [PAST, FUTURE] = ['2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z']

/** Mounted until the test is over; undefined where this user may not. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return folder
}

/** Writes until the file system takes no more, down to the last byte. */
function fill(folder: string): string {
  const path = join(folder, 'filler')
  for (const size of [65_536, 512, 1])
    for (let isFull = false; !isFull; )
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
      } catch {
        isFull = true
      }
  return path
}

async function startRuntime(folder: string): Promise<Running & { readonly port: string }> {
  const runtime = start(RUNTIME, ['plan.json', '--port', '0'], folder, { GATEWAY_ADMIN_KEY: ADMIN_KEY })
  const [, port = ''] = await runtime.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  return { ...runtime, port }
}

async function send(port: string, key: string, method: string, path: string, body?: object) {
  const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': key },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const call = async (port: string, key: string): Promise<number> =>
  (
    await send(port, key, 'POST', '/chat/completions', {
      model: '@mock/echo',
      messages: [{ role: 'user', content: 'Hi' }],
    })
  ).status

it('a key is revoked while the disk is full, for every runtime and after a restart, and deleted when there is room', async context => {
  const disk = smallDisk()
  if (disk === undefined) return context.skip()
  const folder = temporaryFolder({
    'gateway.yaml': `providers: { mock: { provider: mock } }\nstore: "sqlite:${disk}/store.db"\nauthentication: required\n`,
  })
  expect((await portolan(['compile', '--output', 'plan.json'], folder)).code).toBe(0)
  const [first, second] = await Promise.all([startRuntime(folder), startRuntime(folder)])
  const created = await send(first.port, ADMIN_KEY, 'POST', '/api-keys/workspace/service', {
    name: 'app',
    scopes: ['inference'],
    workspace_id: 'default',
  })
  const { id, key } = created.body as { readonly id: string; readonly key: string }
  expect(await call(first.port, key)).toBe(200)
  await until(async () => (await call(second.port, key)) === 200)

  const filler = fill(disk)
  // The journal of the store may have some pages left.
  let made = 0
  await until(async () => {
    made += 1
    return (await send(first.port, ADMIN_KEY, 'POST', '/workspaces', { name: `w${made}` })).status === 503
  })
  expect(await send(first.port, ADMIN_KEY, 'DELETE', `/api-keys/${id}`)).toEqual({ status: 200, body: {} })
  expect(await call(first.port, key)).toBe(401)
  await until(async () => (await call(second.port, key)) === 401, 3_000)
  const third = await startRuntime(folder)
  expect(await call(third.port, key)).toBe(401)

  rmSync(filler)
  await until(async () => {
    const { body } = await send(
      first.port,
      ADMIN_KEY,
      'GET',
      `/audit-logs?start_time=${PAST}&end_time=${FUTURE}`,
    )
    return (body['records'] as readonly { readonly action: string }[]).some(
      ({ action }) => action === 'revoke',
    )
  }, 30_000)
  expect(await Promise.all([first, second, third].map(({ port }) => call(port, key)))).toEqual([
    401, 401, 401,
  ])
  for (const { child } of [first, second, third]) child.kill('SIGTERM')
  for (const { finished } of [first, second, third]) expect((await finished).code).toBe(0)
})
