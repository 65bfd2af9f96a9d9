// The runtime as a process: its health, and readers of its log that go away.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { holdProvider } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { portOf, processFixture } from './gateway-process.ts'
import { chat, HELD, MOCK, status, withHeld } from './mock-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

const { folder, start } = processFixture()

describe('Health', () => {
  it('reports ok with the plan; readiness ends with the stop', async () => {
    const provider = await holdProvider()
    const running = start([folder.write(withHeld(provider.port))], HELD)
    const port = await portOf(running)
    for (const path of ['/healthz', '/readyz?x=1', '/healthz'])
      expect(await exchangeRaw(port, rawRequest('GET', path, ['connection: close']))).toMatch(
        /^HTTP\/1\.1 200 .*"status":"ok","plan":"[0-9a-f]{12}"/s,
      )
    const busy = await openRaw(port)
    busy.socket.write(chat('@held/m', []) + rawRequest('GET', '/readyz'))
    await until(() => provider.received.length === 1)
    running.child.kill('SIGTERM')
    provider.release()
    expect(await running.ended).toBe(0)
    await provider.stop()
  })
})

describe('The reader of the log', () => {
  it('may go away: the gateway keeps running, idle', async () => {
    const running = start([folder.write(MOCK)])
    const port = await portOf(running)
    running.child.stdout?.destroy()
    running.child.stderr?.destroy()
    for (let time = 0; time < 5; time += 1) {
      expect(status(await exchangeRaw(port, chat('echo')))).toBe('200')
      await new Promise(resolve => setTimeout(resolve, 60))
    }
    expect(running.child.exitCode).toBeNull()
    const cpu = (): number => {
      const fields = readFileSync(`/proc/${running.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return Number(fields[11]) + Number(fields[12])
    }
    const before = cpu()
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(cpu() - before).toBeLessThan(10)
  })

  it('may stop reading: requests are served all the same', async () => {
    const running = start([folder.write(MOCK)], { read: false })
    const port = await portOf(running)
    const padding = 'x'.repeat(120)
    for (let time = 0; time < 30; time += 1) {
      const replies = await Promise.all(
        Array.from(
          { length: 20 },
          async () =>
            await exchangeRaw(port, chat(`echo`, ['connection: close', `x-gateway-trace-id: ${padding}`])),
        ),
      )
      expect(replies.every(reply => status(reply) === '200')).toBe(true)
    }
    running.child.kill('SIGTERM')
    await until(() => running.child.exitCode !== null)
    expect(running.child.exitCode).toBe(0)
  })
})
