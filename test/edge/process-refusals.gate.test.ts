// The runtime as a process: a plan that cannot be served is refused with a message and an exit code.
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planFolder, startProcess } from './gateway-process.ts'
import { MOCK } from './mock-process.ts'

const folder = planFolder()
const mock = folder.write(MOCK)
afterAll(() => folder.remove())

// Side by side: each waits for a process to start and to end.
describe.concurrent('A plan that cannot be served', () => {
  const rejected = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    const running = startProcess(args, { environment })
    const timer = setTimeout(() => running.child.kill('SIGKILL'), 20_000)
    const code = await running.ended
    clearTimeout(timer)
    return { code, text: running.stderr(), out: running.stdout() }
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
    const path = folder.path(`other-${text.length}.json`)
    writeFileSync(path, text)
    const { code, text: errorOutput } = await rejected([path])
    expect(code).toBe(1)
    expect(errorOutput).not.toMatch(/\n\s+at /)
    expect(errorOutput).toContain(basename(path))
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
    const { code, text } = await rejected([mock, '--port', String(port)])
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
    expect(await rejected([mock, '--host', host])).toMatchObject({
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
