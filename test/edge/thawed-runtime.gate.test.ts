// A runtime that was stopped, as by a debugger or a suspended container, reads what has changed before its first call.
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { API_KEY } from '../../runtime/control/access/keys/model.ts'
import { openSqliteStore } from '../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { portolan, RUNTIME, start } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

const ADMIN_KEY = `ptl_${'A'.repeat(43)}`
/** Milliseconds for which it is stopped. */
const STOPPED = 3_000

it('a key that was deleted while the runtime was stopped is accepted by no call', async () => {
  const folder = temporaryFolder({
    'gateway.yaml':
      'name: thawed\nproviders: { mock: { provider: mock } }\nstore: "sqlite:store.db"\nauthentication: required\n',
  })
  await portolan(['push', '--promote'], folder)
  const runtime = start(RUNTIME, ['--store', 'sqlite:store.db', '--port', '0'], folder, {
    GATEWAY_ADMIN_KEY: ADMIN_KEY,
  })
  const [, port = ''] = await runtime.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  const send = (path: string, key: string, body: object) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        { port, path: `/v1${path}`, method: 'POST', headers: { 'x-gateway-api-key': key } },
        reply => {
          let text = ''
          reply.setEncoding('utf8')
          reply.on('data', (part: string) => {
            text += part
          })
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
        },
      )
      sent.on('error', reject)
      sent.setHeader('content-type', 'application/json')
      sent.end(JSON.stringify(body))
    })
  const created = await send('/api-keys/workspace/service', ADMIN_KEY, {
    name: 'app',
    scopes: ['inference'],
    workspace_id: 'default',
  })
  const { id, key } = JSON.parse(created.text) as { id: string; key: string }
  const messages = [{ role: 'user', content: 'Hi' }]
  const call = () => send('/chat/completions', key, { model: '@mock/echo', messages })
  expect((await call()).status).toBe(200)

  runtime.child.kill('SIGSTOP')
  const stoppedAt = Date.now()
  const store = await openSqliteStore(join(folder, 'store.db'))
  await store.commit({ writes: [{ kind: API_KEY, id, value: undefined }] })
  await store.close()
  const calls = [1, 2, 3].map(call)
  // A client that leaves before the runtime goes on holds nothing open.
  const left = connect(Number(port), '127.0.0.1')
  left.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-length: 2\r\n\r\n{}`)
  await until(() => Date.now() - stoppedAt > STOPPED)
  left.destroy()
  runtime.child.kill('SIGCONT')
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401])
  runtime.child.kill('SIGTERM')
  expect((await runtime.finished).code).toBe(0)
})

it('status does not call a runtime running that was stopped for longer than it gives signs of life', async () => {
  const folder = temporaryFolder({
    'gateway.yaml': 'name: s\nproviders: { mock: { provider: mock } }\nstore: "sqlite:store.db"\n',
  })
  await portolan(['push', '--promote'], folder)
  const store = await openSqliteStore(join(folder, 'store.db'))
  const value = { project: 'main', label: 'live', plan: 'a'.repeat(64), revision: 1 }
  const now = Date.now()
  await store.heartbeat({ id: 'old:1', value, at: now - 13_000 })
  await store.heartbeat({ id: 'young:1', value, at: now - 4_000 })
  await store.close()
  const { out } = await portolan(['status'], folder)
  expect(out).toMatch(/runtime old:1: silent for 1[34] s/)
  expect(out).toMatch(/runtime young:1: running, seen [45] s ago/)
  const read = JSON.parse((await portolan(['status', '--format', 'json'], folder)).out) as {
    readonly runtimes: readonly { readonly id: string; readonly running: boolean }[]
  }
  expect(read.runtimes.map(({ id, running }) => [id, running])).toEqual([
    ['old:1', false],
    ['young:1', true],
  ])
})
