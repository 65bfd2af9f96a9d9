// The console of processes: one setup token for all threads, sessions that hold on each of them, and one line on the terminal.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { portOf, processFixture } from '../gateway-process.ts'
import { createConsoleClient } from './console-client.ts'

const { folder, start } = processFixture()
const hash = `sha256:${createHash('sha256').update('key-of-reader').digest('hex')}`
const MANIFEST = {
  console: true,
  api_keys: [{ id: 'reader', hash, scopes: ['workspaces.list'] }],
}
const LIST = '/console/api/v1/workspaces'
/** More than one thread gets some of them. */
const SEVERAL = Array.from({ length: 24 })

const statuses = async (send: () => Promise<{ readonly status: number }>): Promise<readonly number[]> => [
  ...new Set((await Promise.all(SEVERAL.map(send))).map(({ status }) => status)),
]

it.skipIf(process.platform !== 'linux').each([
  ['with a store', { store: `sqlite:${folder.path('store.db')}` }],
  ['without a store', {}],
])('threads share sessions, %s', async (_title, settings) => {
  const plan = folder.write({ manifest: { ...MANIFEST, ...settings } })
  const running = start([plan, '--workers', '2'])
  const port = await portOf(running)
  const lines = running.stderr().match(/^portolan-runtime: console on .*$/gm) ?? []
  expect(lines).toHaveLength(1)
  const client = createConsoleClient(port)
  const token = /#setup=([\w-]+)$/.exec(lines[0] ?? '')?.[1]
  expect(token === undefined).toBe(!('store' in settings))
  if (token !== undefined) {
    const made = await client.request('POST', '/console/setup', { body: { token } })
    expect(made.status).toBe(200)
    // The other thread has not read the key of the owner yet.
    expect(await statuses(() => client.request('GET', LIST))).toEqual([200])
    expect(
      await statuses(() => createConsoleClient(port).request('POST', '/console/setup', { body: { token } })),
    ).toEqual([403])
  }
  expect((await client.signIn('key-of-reader')).status).toBe(200)
  expect(await statuses(() => client.request('GET', LIST))).toEqual([200])
  const copy = createConsoleClient(port)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  copy.csrf = client.csrf
  expect((await client.request('DELETE', '/console/session')).status).toBe(204)
  expect(await statuses(() => copy.request('GET', LIST))).toEqual([401])
})
