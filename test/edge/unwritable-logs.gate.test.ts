// A log that another process holds, so that it can be read and not written: what is not found may be among the records that wait.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { runGateway } from '../support/running-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

it('a trace is 503 while its record waits, 200 once it is stored, and 404 where there is none', async () => {
  const folder = temporaryFolder()
  const gateway = await runGateway({
    providers: { mock: { provider: 'mock' } },
    store: `sqlite:${join(folder, 'store.db')}`,
    telemetry: { log_store: {} },
  })
  onTestFinished(gateway.stop)
  const origin = `http://127.0.0.1:${gateway.port}/v1`
  const read = async (trace: string) => (await fetch(`${origin}/logs/traces/${trace}`)).status
  const call = (trace: string) =>
    fetch(`${origin}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-trace-id': trace },
      body: '{"model":"@mock/echo","messages":[{"role":"user","content":"Hello"}]}',
    })
  await call('first')
  await until(async () => (await read('first')) === 200)
  expect(await read('second')).toBe(404)
  const holder = new DatabaseSync(join(folder, 'store.logs.db'))
  onTestFinished(() => holder.close())
  holder.exec('BEGIN IMMEDIATE')
  await call('second')
  await until(async () => (await read('second')) === 503)
  expect(await read('first')).toBe(200)
  holder.exec('ROLLBACK')
  await until(async () => (await read('second')) === 200)
  expect(await read('third')).toBe(404)
})
