// The runtime as a process: signals lose no request, a bad plan changes nothing, and startup errors are reported.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runProvider } from '../support/running-gateway.ts'
import { type GatewayProcess, type Project, planFolder, portOf, startProcess } from './gateway-process.ts'
import { exchangeRaw, openRaw, rawRequest, until } from './raw-client.ts'

const folder = planFolder()
const started: GatewayProcess[] = []
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => folder.remove())

const MOCK: Project = { manifest: { providers: { mock: { provider: 'mock' } } } }
const start = (...args: Parameters<typeof startProcess>): GatewayProcess => {
  const running = startProcess(...args)
  started.push(running)
  return running
}
const chat = (model: string, headers: readonly string[] = ['connection: close'], more: object = {}): string =>
  rawRequest(
    'POST',
    '/v1/chat/completions',
    ['content-type: application/json', ...headers],
    JSON.stringify({
      model: `@mock/${model}`,
      messages: [{ role: 'user', content: 'one two three' }],
      ...more,
    }),
  )
const status = (reply: string): string | undefined => /^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]

describe('SIGTERM', () => {
  it('loses no request in flight: whole replies and streams complete, the exit code is 0', async () => {
    const running = start([folder.write(MOCK)])
    const port = await portOf(running)
    const idle = await openRaw(port)
    idle.socket.write(chat('echo', []))
    await until(() => idle.text().includes('one two three'))
    const whole = exchangeRaw(port, chat('delay-400', []))
    const stream = await openRaw(port)
    stream.socket.write(chat('slow-100', [], { stream: true }))
    await until(() => stream.text().includes('"one'))
    running.child.kill('SIGTERM')
    await until(() => idle.socket.closed)
    expect(await whole).toMatch(/^HTTP\/1\.1 200 .*connection: close.*one two three/is)
    await until(() => stream.socket.closed)
    expect(stream.text()).toMatch(/one.*two.*three.*data: \[DONE\]/s)
    expect(stream.text()).toMatch(/\r\n0\r\n\r\n$/)
    expect(await running.ended).toBe(0)
    const lines = running
      .stdout()
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { status: number; left?: boolean })
    expect(lines.map(line => [line.status, line.left])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ])
  })

  it('rejects requests meanwhile', async () => {
    const running = start([folder.write(MOCK)])
    const port = await portOf(running)
    const busy = await openRaw(port)
    busy.socket.write(chat('delay-500', []) + chat('echo', ['x-gateway-trace-id: too-late']))
    await new Promise(resolve => setTimeout(resolve, 100))
    running.child.kill('SIGTERM')
    await new Promise(resolve => setTimeout(resolve, 100))
    const late = await exchangeRaw(port, chat('echo'))
    expect(['', '503']).toContain(late === '' ? '' : status(late))
    await until(() => busy.socket.closed)
    expect(busy.text()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await running.ended).toBe(0)
  })

  it('waits no longer than the drain timeout', async () => {
    const running = start([folder.write({ manifest: { ...MOCK.manifest, limits: { drain_timeout: 100 } } })])
    const reply = exchangeRaw(await portOf(running), chat('hang'))
    await new Promise(resolve => setTimeout(resolve, 100))
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(await reply).toBe('')
    expect(running.stdout()).toContain('"left":true')
  })

  it('is not delayed by a client that never reads or one that sends no request', async () => {
    const running = start([folder.write({ manifest: { ...MOCK.manifest, limits: { drain_timeout: 200 } } })])
    const port = await portOf(running)
    const deaf = await openRaw(port)
    deaf.socket.pause()
    deaf.socket.write(chat('lorem-2000000', [], { stream: true }))
    const silent = await openRaw(port)
    silent.socket.write('POST /v1/chat')
    await new Promise(resolve => setTimeout(resolve, 300))
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  })
})

describe('SIGHUP', () => {
  const withConfig = (name: string): Project => ({ ...MOCK, configs: { [name]: { provider: '@mock' } } })
  const asks = async (port: number, config: string) =>
    status(await exchangeRaw(port, chat('echo', ['connection: close', `x-gateway-config: ${config}`])))

  it('reloads the plan; a bad one is rejected and reported; requests in flight continue', async () => {
    const path = folder.write(withConfig('one'), 'reloaded.json')
    const running = start([path])
    const port = await portOf(running)
    expect([await asks(port, 'one'), await asks(port, 'two')]).toEqual(['200', '404'])
    const inFlight = exchangeRaw(port, chat('delay-300', ['connection: close', 'x-gateway-config: one']))
    await new Promise(resolve => setTimeout(resolve, 50))
    folder.write(withConfig('two'), 'reloaded.json')
    running.child.kill('SIGHUP')
    await until(() => running.stderr().includes('is now in use'))
    expect([await asks(port, 'one'), await asks(port, 'two')]).toEqual(['404', '200'])
    expect(status(await inFlight)).toBe('200')

    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
    running.child.kill('SIGHUP')
    await until(() => running.stderr().includes('The running plan stays'))
    expect(await asks(port, 'two')).toBe('200')

    const needy = {
      ...MOCK,
      manifest: {
        providers: { mock: { provider: 'mock' }, main: { provider: 'openai', api_key: '${env:NOT_SET}' } },
      },
    }
    folder.write(needy, 'reloaded.json')
    running.child.kill('SIGHUP')
    await until(() => running.stderr().split('The running plan stays').length === 3)
    expect(running.stderr()).toContain('NOT_SET is not set')
    expect(await asks(port, 'two')).toBe('200')
  })

  it('opens and closes private hosts, down to the connected address', async () => {
    const provider = await runProvider((_request, response) => response.end('here'))
    const path = folder.write(MOCK, 'trusting.json')
    const running = start([path])
    const port = await portOf(running)
    const ask = async () =>
      status(
        await exchangeRaw(
          port,
          rawRequest('GET', '/v1/files', [
            'connection: close',
            'authorization: Bearer own',
            'x-gateway-provider: openai',
            `x-gateway-custom-host: ${provider.origin}`,
          ]),
        ),
      )
    expect(await ask()).toBe('400')
    folder.write({ manifest: { ...MOCK.manifest, trusted_hosts: ['127.0.0.1'] } }, 'trusting.json')
    running.child.kill('SIGHUP')
    await until(() => running.stderr().includes('is now in use'))
    expect(await ask()).toBe('200')
    folder.write(MOCK, 'trusting.json')
    running.child.kill('SIGHUP')
    await until(() => running.stderr().split('is now in use').length === 3)
    expect(await ask()).toBe('400')
    await provider.stop()
  })

  it('reports settings that take effect only after a restart', async () => {
    const path = folder.write(MOCK, 'fixed.json')
    const running = start([path])
    const port = await portOf(running)
    folder.write(
      { manifest: { ...MOCK.manifest, limits: { concurrent_requests: 7, body_bytes: 2000 } } },
      'fixed.json',
    )
    running.child.kill('SIGHUP')
    await until(() => running.stdout().includes('limits.concurrent_requests takes effect after a restart'))
    expect(running.stdout()).not.toContain('body_bytes')
    expect(
      status(await exchangeRaw(port, chat('echo', ['connection: close'], { user: 'x'.repeat(3000) }))),
    ).toBe('413')
  })
})

describe('A plan that cannot be served', () => {
  const rejected = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const running = start(args, { environment })
    return { code: await running.ended, text: running.stderr(), out: running.stdout() }
  }

  it('for lack of secrets: all are reported, the exit code is 1', async () => {
    const stored = (name: string) => ({ provider: 'openai', api_key: `\${env:${name}}` })
    const path = folder.write(
      {
        manifest: {
          providers: {
            a: stored('KEY_A'),
            b: stored('KEY_B'),
            c: { provider: 'openai', api_key: '${file:/nowhere/key}' },
            d: stored('SET'),
          },
        },
      },
      'needy.json',
    )
    const { code, text } = await rejected([path], { SET: 'secret-value' })
    expect(code).toBe(1)
    expect(text).toMatch(/KEY_A is not set.*\n.*KEY_B is not set.*\n.*\/nowhere\/key/)
    expect(text).not.toContain('secret-value')
    expect(text.trim().split('\n')).toHaveLength(3)
  })

  it('because it was tampered with', async () => {
    const path = folder.write(MOCK, 'tampered.json')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"workspace"', '"workspace"').replace('127.0.0.1', '127.0.0.2'),
    )
    const { code, text } = await rejected([path])
    expect([code, /digest/i.test(text)]).toEqual([1, true])
  })

  it.each<readonly [string, string]>([
    ['is not JSON', 'hello'],
    ['is empty', ''],
    ['is not a plan', '{"a":1}'],
    ['is a list', '[]'],
  ])('because it %s', async (_title, text) => {
    writeFileSync(folder.path('other.json'), text)
    const { code, text: errorOutput } = await rejected([folder.path('other.json')])
    expect(code).toBe(1)
    expect(errorOutput).not.toMatch(/\n\s+at /)
    expect(errorOutput).toContain('other.json')
  })

  it('because the file is missing', async () => {
    expect(await rejected([folder.path('absent.json')])).toMatchObject({
      code: 1,
      text: expect.stringContaining('cannot be read'),
    })
  })

  it('because the port is in use', async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { code, text } = await rejected([folder.write(MOCK), '--port', String(port)])
    server.close()
    expect([code, text]).toEqual([1, 'portolan-runtime: Cannot listen on the address (EADDRINUSE).\n'])
  })

  it('because the host cannot be resolved', async () => {
    const { code, text } = await rejected([
      folder.write(
        { manifest: { ...MOCK.manifest, api_keys: [{ id: 'a', hash: `sha256:${'0'.repeat(64)}` }] } },
        'named.json',
      ),
      '--host',
      'no-such-host.invalid',
    ])
    expect(code).toBe(1)
    expect(text).toMatch(/Cannot listen on the address \(E/)
  })

  it.each(['0.0.0.0', '::', '192.168.0.1', 'example.com'])('publicly on %s, without keys', async host => {
    expect(await rejected([folder.write(MOCK), '--host', host])).toMatchObject({
      code: 1,
      text: expect.stringContaining('no api_keys'),
    })
  })

  it.each<readonly [string, readonly string[]]>([
    ['no plan', []],
    ['two plans', ['a', 'b']],
    ['an unknown option', ['a', '--hots', 'x']],
    ['an invalid port', ['a', '--port', 'x']],
    ['a port out of range', ['a', '--port', '65536']],
    ['an option without its value', ['a', '--host']],
  ])('invalid usage is 64: %s', async (_title, args) => {
    const { code, text } = await rejected(args)
    expect(code).toBe(64)
    expect(text).toContain('Usage: portolan-runtime PLAN')
  })

  it.each(['--help', '--version'])('%s is 0', async option => {
    const { code, out } = await rejected([option])
    expect([code, out.length > 3]).toEqual([0, true])
  })
})

describe('Health', () => {
  it('reports ok with the plan; readiness ends with the stop', async () => {
    const running = start([folder.write(MOCK)])
    const port = await portOf(running)
    for (const path of ['/healthz', '/readyz?x=1', '/healthz'])
      expect(await exchangeRaw(port, rawRequest('GET', path, ['connection: close']))).toMatch(
        /^HTTP\/1\.1 200 .*"status":"ok","plan":"[0-9a-f]{12}"/s,
      )
    const busy = await openRaw(port)
    busy.socket.write(chat('delay-300', []) + rawRequest('GET', '/readyz'))
    await new Promise(resolve => setTimeout(resolve, 100))
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
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
