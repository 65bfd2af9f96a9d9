// Gateways that share a cache in Redis: they use each other's entries, and no request fails when Redis
// dies.
import { afterEach, describe, expect, it } from 'vitest'
import { runFakeRedis } from '../support/fake-redis.ts'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { freePort, hasRedisServer, startRedis } from '../support/test-redis.ts'
import { until } from '../support/until.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

const opened: { stop: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop()
})

const PROJECT = { providers: { mock: { provider: 'mock' } } }
const CONFIGS = { c: { provider: '@mock', cache: { mode: 'simple', max_age: 600 } } }

async function gatewayAt(state: string, environment: Readonly<Record<string, string>> = {}) {
  const gateway = await runGateway({ ...PROJECT, state }, CONFIGS, environment)
  opened.push(gateway)
  return gateway
}

interface CallResult {
  readonly status: string | undefined
  readonly cache: string | undefined
  readonly text: string
}

async function send(gateway: RunningGateway, content: string, more: object = {}): Promise<CallResult> {
  const text = await exchangeRaw(
    gateway.port,
    rawRequest(
      'POST',
      '/v1/chat/completions',
      ['content-type: application/json', 'connection: close', 'x-gateway-config: c'],
      JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }], ...more }),
    ),
  )
  return {
    status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1],
    cache: /x-gateway-cache-status: (.*)\r/i.exec(text)?.[1],
    text,
  }
}
const notices = async (gateway: RunningGateway) =>
  (await gateway.log())
    .filter(line => line['service'] !== undefined)
    .map(({ level, message }) => [level, message])

describe('A Redis that is unreachable when the gateway starts', () => {
  it('is a warning: requests are served, with the status DISABLED', async () => {
    const gateway = await gatewayAt(`redis://127.0.0.1:${await freePort()}`)
    expect(await send(gateway, 'one')).toMatchObject({ status: '200', cache: 'DISABLED' })
    expect(await notices(gateway)).toEqual([
      [
        'warning',
        expect.stringMatching(
          /^Redis at 127\.0\.0\.1:\d+ is unavailable: the connection failed \(ECONNREFUSED\)\. Requests are served without cache, and each process uses its own circuit breakers\.$/,
        ),
      ],
    ])
  })

  it('with a wrong password too, which is not logged', async () => {
    const fake = await runFakeRedis(command => (command === 'AUTH' ? '-WRONGPASS no\r\n' : '+OK\r\n'))
    opened.push(fake)
    const gateway = await gatewayAt(`redis://:\${env:PASSWORD}@127.0.0.1:${fake.port}`, {
      PASSWORD: 'top-secret',
    })
    expect(await send(gateway, 'one')).toMatchObject({ status: '200', cache: 'DISABLED' })
    expect(JSON.stringify(await gateway.log())).not.toContain('top-secret')
  })

  it('may be configured by a secret with its whole URL', async () => {
    const fake = await runFakeRedis(command => (command === 'GET' ? '$-1\r\n' : '+OK\r\n'))
    opened.push(fake)
    await gatewayAt('${env:STATE}', { STATE: `redis://u:p@127.0.0.1:${fake.port}/2` })
    expect(fake.commands).toEqual(['AUTH', 'SELECT', 'PING'])
  })

  it('is rejected when its URL is invalid, without repeating it', async () => {
    await expect(gatewayAt('${env:STATE}', { STATE: 'http://top-secret' })).rejects.toThrow(
      /^The address in state must start with redis:\/\/ or rediss:\/\/\.$/,
    )
    await expect(gatewayAt('${env:STATE}')).rejects.toThrow('STATE is not set; it is required by state.')
  })
})

describe('A Redis that fails under load', () => {
  it.each(['hang', 'close', 'garbage\r\n', '-ERR no\r\n'] as const)(
    'by "%s": no request fails',
    async how => {
      const fake = await runFakeRedis(command =>
        ['PING', 'AUTH', 'SELECT'].includes(command) ? '+OK\r\n' : how,
      )
      opened.push(fake)
      const gateway = await gatewayAt(fake.address)
      const replies = await Promise.all(
        Array.from({ length: 60 }, async (_, number) => await send(gateway, `word ${number}`)),
      )
      expect(new Set(replies.map(({ status, cache }) => `${status} ${cache}`))).toEqual(
        new Set(['200 DISABLED']),
      )
    },
  )
})

describe('Reloading', () => {
  it('reports that another state takes effect after a restart', async () => {
    const gateway = await runGateway(PROJECT, CONFIGS)
    opened.push(gateway)
    const other = await runGateway({ ...PROJECT, state: `redis://127.0.0.1:${await freePort()}` }, CONFIGS)
    opened.push(other)
    expect(await gateway.runtime.reload(other.bundle)).toEqual([])
    expect((await gateway.log()).map(({ message }) => message)).toContain(
      'The new value of state takes effect after a restart.',
    )
    await send(gateway, 'one')
    expect((await send(gateway, 'one')).cache).toBe('HIT')
  })
})

describe.skipIf(!hasRedisServer())('service: gateways with a Redis of their own', () => {
  it('share entries, whole and streamed, with their age in the log', async () => {
    const port = await freePort()
    const server = await startRedis(port)
    opened.push({ stop: server.kill })
    const [one, two] = [
      await gatewayAt(`redis://127.0.0.1:${port}`),
      await gatewayAt(`redis://127.0.0.1:${port}`),
    ]
    const first = await send(one, 'shared words')
    expect(first).toMatchObject({ status: '200', cache: 'MISS' })
    await until(async () => (await send(two, 'shared words')).cache === 'HIT')
    const streamed = await send(two, 'shared words', { stream: true })
    expect(streamed).toMatchObject({ status: '200', cache: 'HIT' })
    expect(streamed.text).toContain('data: [DONE]')
    const hit = (await two.log()).find(line => line['cache'] === 'HIT')
    expect(hit?.['cacheAge']).toBeTypeOf('number')
  })

  it('fail no request while it is restarted, and use it again', async () => {
    const port = await freePort()
    let server = await startRedis(port)
    opened.push({ stop: async () => await server.kill() })
    const gateway = await gatewayAt(`redis://127.0.0.1:${port}`)
    const statuses: (string | undefined)[] = []
    let over = false
    const traffic = async (): Promise<void> => {
      for (let number = 0; !over; number += 1) {
        const { status } = await send(gateway, `word ${number % 7}`, { stream: number % 2 === 0 })
        statuses.push(status)
      }
    }
    const clients = [traffic(), traffic(), traffic()]
    await until(() => statuses.length > 20)
    await server.kill()
    await until(async () => (await notices(gateway)).some(([level]) => level === 'warning'))
    const before = statuses.length
    await until(() => statuses.length > before + 20)
    server = await startRedis(port)
    await until(async () => (await notices(gateway)).at(-1)?.[0] === 'notice')
    over = true
    await Promise.all(clients)
    expect(new Set(statuses)).toEqual(new Set(['200']))
    await until(async () => (await send(gateway, 'after')).cache === 'HIT')
  })
})
