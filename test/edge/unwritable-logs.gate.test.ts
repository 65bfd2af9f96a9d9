// A log that another process holds, so that it can be read and not written: what is not found may be among the records that wait, of any
// thread of the process.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { portOf, processFixture } from './gateway-process.ts'

const { folder: plans, start } = processFixture()

it.each([
  ['one thread', []],
  ['two threads', ['--workers', '2']],
])(
  'a trace is 503 while its record waits, 200 once it is stored, and 404 where there is none: %s',
  async (_threads, options) => {
    const folder = temporaryFolder()
    const plan = plans.write({
      manifest: {
        providers: { mock: { provider: 'mock' } },
        store: `sqlite:${join(folder, 'store.db')}`,
        telemetry: { log_store: {} },
      },
    })
    const origin = `http://127.0.0.1:${await portOf(start([plan, '--port', '0', ...options]))}/v1`
    const send = (path: string, init: RequestInit = {}) =>
      fetch(origin + path, { ...init, headers: { ...init.headers, connection: 'close' } })
    /** On connections of their own, and so by every thread. */
    const read = async (trace: string): Promise<ReadonlySet<number>> =>
      new Set(
        await Promise.all(
          Array.from({ length: 12 }, async () => (await send(`/logs/traces/${trace}`)).status),
        ),
      )
    const isRead = (trace: string, status: number) => until(async () => isOnly(await read(trace), status))
    const call = (trace: string) =>
      send('/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-trace-id': trace },
        body: '{"model":"@mock/echo","messages":[{"role":"user","content":"Hello"}]}',
      })
    await call('first')
    await isRead('first', 200)
    expect(await read('second')).toEqual(new Set([404]))
    const holder = new DatabaseSync(join(folder, 'store.logs.db'))
    onTestFinished(() => holder.close())
    holder.exec('BEGIN IMMEDIATE')
    await call('second')
    await isRead('second', 503)
    expect(await read('first')).toEqual(new Set([200]))
    holder.exec('ROLLBACK')
    await isRead('second', 200)
    await isRead('third', 404)
  },
)

const isOnly = (statuses: ReadonlySet<number>, status: number): boolean =>
  statuses.size === 1 && statuses.has(status)
