// The runtime as a process: signals lose no request, and a bad plan changes nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { holdProvider, runProvider } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { type Project, portOf, processFixture } from './gateway-process.ts'
import { chat, HELD, MOCK, status, withHeld } from './mock-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

const { folder, start } = processFixture()

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
    const provider = await holdProvider()
    const running = start([folder.write(withHeld(provider.port))], HELD)
    const port = await portOf(running)
    const idle = await openRaw(port)
    idle.socket.write(chat('echo', []))
    await until(() => idle.text().includes('one two three'))
    const busy = await openRaw(port)
    busy.socket.write(chat('@held/m', []) + chat('echo', ['x-gateway-trace-id: too-late']))
    await until(() => provider.received.length === 1)
    running.child.kill('SIGTERM')
    await until(() => idle.socket.closed)
    const late = await exchangeRaw(port, chat('echo'))
    expect(['', '503']).toContain(late === '' ? '' : status(late))
    provider.release()
    await until(() => busy.socket.closed)
    expect(busy.text()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await running.ended).toBe(0)
    await provider.stop()
  })

  it('waits no longer than the drain timeout', async () => {
    const provider = await holdProvider()
    const running = start([folder.write(withHeld(provider.port, { drain_timeout: 100 }))], HELD)
    const reply = exchangeRaw(await portOf(running), chat('@held/m'))
    await until(() => provider.received.length === 1)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
    expect(status(await reply)).toBe('503')
    await provider.stop()
    expect(running.stdout()).toContain('"error":"shutting_down"')
  })

  it('is not delayed by a client that never reads or one that sends no request', async () => {
    const running = start([folder.write({ manifest: { ...MOCK.manifest, limits: { drain_timeout: 200 } } })])
    const port = await portOf(running)
    const deaf = await openRaw(port)
    deaf.socket.write(chat('lorem-2000000', [], { stream: true }))
    await until(() => deaf.text() !== '')
    deaf.socket.pause()
    const silent = await openRaw(port)
    silent.socket.write('POST /v1/chat')
    // When a later request is served, the earlier bytes have been read.
    expect(status(await exchangeRaw(port, chat('echo')))).toBe('200')
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
    expect(await asks(port, 'one')).toBe('200')
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
    folder.write({ manifest: { ...MOCK.manifest, caller_hosts: ['127.0.0.1'] } }, 'trusting.json')
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
