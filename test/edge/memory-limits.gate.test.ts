// Memory that clients could fill: bodies and header configs stay within their limits, excess is rejected, and the
// gateway works as before afterwards.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { closeAll, gatewayTo, later } from '../support/local-servers.ts'
import { holdProvider, runProvider } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'
import { planFolder, portOf, startProcess } from './gateway-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

const MIB = 1024 * 1024
const plans = planFolder()
afterAll(plans.remove)
afterEach(closeAll)

const JSON_TYPE = 'content-type: application/json'
const beginning = '{"model":"@main/m","messages":[{"role":"user","content":"'
const head = (length: number): string =>
  `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${JSON_TYPE}\r\ncontent-length: ${length}\r\n\r\n`

/** Resident memory of a process in bytes; undefined where the system does not report it. */
function residentBytes(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
  } catch {
    return undefined
  }
}

function chatOf(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, 'x')
  body.write(beginning)
  body.write('"}]}', bytes - 4)
  return body
}

/** Uploads a chat of so many bytes and returns the status of the reply; stops sending when one arrives. */
function upload(port: number, bytes: number, body = chatOf(bytes)): Promise<number> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head(bytes))
      socket.write(body)
    })
    const finish = (): void => {
      socket.destroy()
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0))
    }
    socket.on('data', piece => {
      text += piece.toString('latin1')
      if (text.includes('\r\n\r\n')) finish()
    })
    socket.on('error', finish)
    socket.on('close', finish)
  })
}

/** A provider that reads requests and replies when the test says so. */
async function pausedProvider() {
  const provider = await holdProvider()
  later(provider.stop)
  return provider
}

const manifestTo = (port: number, limits: object): object => ({
  providers: {
    main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
    claude: { provider: 'anthropic', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
  },
  trusted_hosts: ['127.0.0.1'],
  telemetry: { metrics: true, log: 'none' },
  limits,
})

async function processTo(port: number, limits: object, flags: readonly string[] = []) {
  const path = plans.write({ manifest: manifestTo(port, limits) })
  const running = startProcess([path], { environment: { KEY: 'k', NODE_OPTIONS: flags.join(' ') } })
  later(async () => {
    running.child.kill('SIGKILL')
    await running.ended
  })
  return { running, port: await portOf(running) }
}

const bufferedBytes = async (port: number): Promise<number> =>
  Number(
    /^portolan_buffered_bytes (\d+)/m.exec(
      await exchangeRaw(port, rawRequest('GET', '/metrics', ['connection: close'])),
    )?.[1],
  )

/** So many values that parsing them would stop everything else for seconds. */
const manyKeys = (): Buffer =>
  Buffer.from(
    `{"model":"@claude/m","max_tokens":1,"messages":[],"metadata":{${Array.from({ length: 900_000 }, (_, at) => `"${at}":1`).join()}}}`,
  )

/** Sends distinct configs in headers, some at a time, and returns how many were answered. */
async function sendConfigs(port: number, count: number, isOver: () => boolean): Promise<number> {
  const keys = Array.from({ length: 100 }, (_, at) => `"k${at}":1`).join()
  const client = await openRaw(port)
  const answered = (): number => client.text().match(/HTTP\/1\.1 \d/g)?.length ?? 0
  for (let sent = 1; sent <= count; sent += 1) {
    const config = `{"provider":"@main","override_params":{"stop":"${sent}${'x'.repeat(1_000)}",${keys}}}`
    client.socket.write(rawRequest('GET', '/v1/models', [`x-gateway-config: ${config}`]))
    if (sent % 50 === 0) await until(() => answered() >= sent || isOver(), 60_000)
  }
  client.socket.destroy()
  return answered()
}

describe('200 bodies of 10 MiB, 2,000 configs in headers and bodies of 900,000 keys at once, in 512 MB', () => {
  it('are served, rejected or shed with 503, and release their memory', { timeout: 120_000 }, async () => {
    const provider = await pausedProvider()
    const { running, port } = await processTo(provider.port, { buffered_bytes: 64 * MIB }, [
      '--max-old-space-size=192',
    ])
    const [body, hostile] = [chatOf(10 * MIB), manyKeys()]
    let shed = 0
    const uploads = Array.from({ length: 200 }, async () => {
      const status = await upload(port, body.length, body)
      if (status === 503) shed += 1
      return status
    })
    const parsed = Array.from({ length: 5 }, () => upload(port, hostile.length, hostile))
    const configs = sendConfigs(port, 2_000, () => running.child.exitCode !== null)
    await until(async () => (await bufferedBytes(port)) >= 30 * MIB, 30_000)
    await until(() => shed > 100, 60_000)
    provider.release()
    const statuses = await Promise.all(uploads)
    const count = (status: number): number => statuses.filter(each => each === status).length
    expect(count(200)).toBeGreaterThan(0)
    expect(count(503)).toBeGreaterThan(100)
    expect(count(200) + count(503)).toBe(200)
    expect([413, 503]).toEqual(expect.arrayContaining([...new Set(await Promise.all(parsed))]))
    expect(await configs).toBe(2_000)
    expect(await upload(port, hostile.length, hostile)).toBe(413)
    await until(async () => (await bufferedBytes(port)) === 0)
    for (let turn = 0; turn < 6; turn += 1) expect(await upload(port, body.length, body)).toBe(200)
    expect([running.child.exitCode, running.child.signalCode]).toEqual([null, null])
    expect(residentBytes(running.child.pid) ?? 0).toBeLessThan(512 * MIB)
  })
})

describe('80 bodies of 4 MiB at once through a guard, a cache and the log, with 40 MiB for bodies', () => {
  it('are served or 503, whatever their parsed texts take, and return what they held', {
    timeout: 120_000,
  }, async () => {
    const provider = await pausedProvider()
    provider.release()
    const manifest = {
      ...manifestTo(provider.port, { buffered_bytes: 40 * MIB }),
      store: 'sqlite:store.db',
      encryption_key: '${env:ENCRYPTION}',
      telemetry: { metrics: true, log: 'none', log_file: { path: 'log.jsonl' }, log_store: {}, bodies: {} },
      defaults: { config: 'guarded' },
    }
    const guard = { id: 'g', deny: true, contains: { words: ['forbidden'], operator: 'none' } }
    const guarded = {
      provider: '@main',
      cache: { mode: 'simple' },
      input_guardrails: [guard, { id: 'mask', pii: { redact: true } }],
      output_guardrails: [{ ...guard, id: 'out' }],
    }
    const running = startProcess([plans.write({ manifest, configs: { guarded } }, 'guarded.json')], {
      environment: {
        KEY: 'k',
        ENCRYPTION: Buffer.alloc(32, 7).toString('base64'),
        NODE_OPTIONS: '--max-old-space-size=192',
      },
    })
    later(async () => {
      running.child.kill('SIGKILL')
      await running.ended
    })
    const port = await portOf(running)
    const chatOfWords = (words: number): Buffer =>
      Buffer.from(
        JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'word '.repeat(words) }] }),
      )
    const body = chatOfWords(838_000)
    const statuses = await Promise.all(Array.from({ length: 80 }, () => upload(port, body.length, body)))
    const count = (status: number): number => statuses.filter(each => each === status).length
    expect(count(200)).toBeGreaterThan(0)
    expect(count(503)).toBeGreaterThan(40)
    expect(count(200) + count(503)).toBe(80)
    await until(async () => (await bufferedBytes(port)) === 0)
    expect(await upload(port, body.length, body)).toBe(200)
    // Parsing and checking it takes more than there is, even alone.
    const large = chatOfWords(1_500_000)
    expect(await upload(port, large.length, large)).toBe(413)
    expect([running.child.exitCode, running.child.signalCode]).toEqual([null, null])
    expect(residentBytes(running.child.pid) ?? 0).toBeLessThan(512 * MIB)
  })
})

describe('A body beyond the limit', () => {
  const limited = async () => {
    const provider = await pausedProvider()
    provider.release()
    return await gatewayTo(provider.port, { limits: { buffered_bytes: MIB }, telemetry: { metrics: true } })
  }

  it('is 503 with retry-after before it is sent, where its length is declared', async () => {
    const { port } = await limited()
    const client = await openRaw(port)
    client.socket.write(head(2 * MIB))
    await until(() => client.text().includes('\r\n\r\n'))
    expect(client.text()).toMatch(/^HTTP\/1\.1 503 .*\r\n/)
    expect(client.text()).toMatch(/retry-after: 1\r\n/i)
    // The remainder of the upload is discarded, and the connection serves the next request.
    client.socket.write('x'.repeat(2 * MIB))
    client.socket.write(rawRequest('GET', '/healthz'))
    await until(() => client.text().includes('HTTP/1.1 200 OK'))
    client.socket.destroy()
  })

  it('is 503 as soon as its chunks exceed it, where none is declared', async () => {
    const { port } = await limited()
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    const reply = await exchangeRaw(
      port,
      `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n${JSON_TYPE}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 20 }, () => chunk),
      '0\r\n\r\n',
    )
    expect(reply).toMatch(/^HTTP\/1\.1 503 .*"code":"overloaded"/s)
    expect(await bufferedBytes(port)).toBe(0)
    expect(await upload(port, 100_000)).toBe(200)
  })

  it('that is declared and never sent takes nothing from others', async () => {
    const { port } = await limited()
    const idle = await Promise.all(Array.from({ length: 20 }, () => openRaw(port)))
    // Their connections count.
    for (const { socket } of idle) socket.write(`${head(600_000)}{`)
    await until(async () => (await bufferedBytes(port)) === 20)
    expect(await upload(port, 600_000)).toBe(200)
    for (const { socket } of idle) socket.destroy()
    await until(async () => (await bufferedBytes(port)) === 0)
  })

  it('a provider’s buffered reply counts too, and no other target is called', async () => {
    let calls = 0
    const provider = await runProvider((_request, response) => {
      calls += 1
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'x', choices: [], text: 'y'.repeat(2 * MIB) }))
    })
    later(provider.stop)
    const { port } = await gatewayTo(provider.port, {
      limits: { buffered_bytes: MIB },
      telemetry: { metrics: true },
      configs: {
        chat: {
          strategy: { mode: 'fallback' },
          targets: [
            { provider: '@main', retry: { attempts: 2 } },
            { provider: '@main', name: 'second' },
          ],
        },
      },
    })
    const body = '{"model":"m","messages":[]}'
    const request = rawRequest(
      'POST',
      '/v1/chat/completions',
      [JSON_TYPE, 'x-gateway-config: chat', 'connection: close'],
      body,
    )
    const reply = await exchangeRaw(port, request)
    expect(reply).toMatch(/^HTTP\/1\.1 503 .*retry-after: 1\r\n.*"code":"overloaded"/is)
    expect([calls, await bufferedBytes(port)]).toEqual([1, 0])
  })
})

describe('Configs from headers in a heap of 96 MB', () => {
  it('600 distinct ones of 28 KB do not end the process', { timeout: 120_000 }, async () => {
    const provider = await pausedProvider()
    provider.release()
    const { running, port } = await processTo(provider.port, {}, ['--max-old-space-size=96'])
    const keys = Array.from({ length: 600 }, (_, at) => `"k${at}":1`).join()
    const config = (index: number): string =>
      `{"provider":"@main","override_params":{"stop":"${index}${'x'.repeat(22_000)}",${keys}}}`
    const client = await openRaw(port)
    const answered = (): number => client.text().match(/HTTP\/1\.1 \d/g)?.length ?? 0
    for (let index = 0; index < 600; index += 1) {
      client.socket.write(rawRequest('GET', '/v1/models', [`x-gateway-config: ${config(index)}`]))
      if (index % 50 === 49) await until(() => answered() > index || running.child.exitCode !== null, 60_000)
    }
    expect([answered(), running.child.exitCode, running.child.signalCode]).toEqual([600, null, null])
    client.socket.destroy()
  })
})
