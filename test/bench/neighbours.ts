// What one key costs another: the calls of one with one in flight, alone and beside what the other one does, in a container of 512 MB where
// this machine makes one. Run by itself; the figures of a gateway whose one thread waits for the operating system say little on a busy machine.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { planFolder, startProcess } from '../edge/gateway-process.ts'
import { createMemoryGroup } from '../support/memory-group.ts'

const HERE = fileURLToPath(import.meta.url)
const HOST = '127.0.0.1'
const SECONDS = 10
const MIB = 1024 * 1024
const CALL = '{"model":"@mock/echo","messages":[{"role":"user","content":"Hello"}]}'

const headersOf = (key: string): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${key}-key`,
})

/** Status and milliseconds of one request. */
const send = (
  port: number,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  agent?: Agent,
): Promise<readonly [status: number | string, milliseconds: number]> =>
  new Promise(resolve => {
    const began = performance.now()
    const end = (status: number | string): void => resolve([status, performance.now() - began])
    const sent = request({ host: HOST, port, path, method: 'POST', agent, headers }, response => {
      response.resume()
      response.once('end', () => end(response.statusCode ?? 0))
      response.once('error', () => end('broken'))
    })
    sent.once('error', error => end('code' in error ? String(error.code) : error.name))
    sent.end(body)
  })

/** A config of 60 targets like no other. */
const config = (number: number): string =>
  JSON.stringify({
    strategy: { mode: 'fallback' },
    targets: Array.from({ length: 60 }, (_, index) => ({
      provider: '@mock',
      override_params: { temperature: ((number * 60 + index) % 2000) / 1000, user: `u${number}-${index}` },
    })),
  })

async function compileConfigs(port: number, parallel: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  let number = process.pid % 1000
  const next = async (): Promise<void> => {
    for (;;) {
      number += 1
      await send(
        port,
        '/v1/chat/completions',
        CALL,
        { ...headersOf('crowd'), 'x-gateway-config': config(number) },
        agent,
      )
    }
  }
  await Promise.all(Array.from({ length: parallel }, next))
}

function holdBodies(port: number, count: number): void {
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nauthorization: Bearer crowd-key\r\ncontent-length: 1000000\r\n\r\n0123456789`
  const open = (): void => {
    const socket = connect(port, HOST, () => socket.write(head))
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.on('close', () => setTimeout(open, 100))
  }
  for (let index = 0; index < count; index += 1) open()
}

function resetStreams(port: number): void {
  const open = (): void => {
    const session = connectHttp2(`http://${HOST}:${port}`)
    let isOpen = true
    session.on('error', () => {})
    session.on('close', () => {
      isOpen = false
      setTimeout(open, 10)
    })
    const next = (): void => {
      if (!isOpen || session.destroyed) return
      for (let index = 0; index < 50; index += 1) {
        const stream = session.request({
          ':method': 'POST',
          ':path': '/v1/chat/completions',
          ...headersOf('crowd'),
        })
        stream.on('error', () => {})
        stream.close(8)
      }
      setImmediate(next)
    }
    session.once('connect', next)
  }
  for (let index = 0; index < 10; index += 1) open()
}

/** As fast as they are answered, on 500 connections. */
async function flood(
  port: number,
  path: string,
  body: string,
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  const next = async (): Promise<void> => {
    for (;;) await send(port, path, body, { ...headersOf('crowd'), ...more }, agent)
  }
  await Promise.all(Array.from({ length: 500 }, next))
}

const INITIALIZE = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'crowd', version: '1' } },
})

/** Bodies with two guards, each as long as it says. */
async function checkBodies(port: number, parallel: number, bytes: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const text = 'Please look at the report of the third quarter, and say what is new in it. '
  const content = text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
  const body = JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] })
  const headers = { ...headersOf('crowd'), 'x-gateway-config': GUARDED }
  const next = async (): Promise<void> => {
    for (;;) await send(port, '/v1/chat/completions', body, headers, agent)
  }
  await Promise.all(Array.from({ length: parallel }, next))
}

const GUARDED = JSON.stringify({
  provider: '@mock',
  input_guardrails: [{ 'default.promptInjection': {} }, { 'default.pii': {} }],
})

/** Configs that are saved, each under another name. */
async function saveConfigs(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  let number = 0
  const next = async (): Promise<void> => {
    for (;;) {
      number += 1
      const saved = { name: `c${process.pid}-${number}`, config: JSON.parse(config(number)) as unknown }
      await send(port, '/v1/configs', JSON.stringify(saved), headersOf('crowd'), agent)
    }
  }
  await Promise.all(Array.from({ length: 50 }, next))
}

const KINDS: Readonly<Record<string, (port: number) => unknown>> = {
  '8 inline configs of 60 targets at a time': port => compileConfigs(port, 8),
  '50 inline configs of 60 targets at a time': port => compileConfigs(port, 50),
  '4,400 bodies of which ten bytes arrive': port => holdBodies(port, 4400),
  'streams reset before a reply, on ten connections': resetStreams,
  'calls on 500 connections': port => flood(port, '/v1/chat/completions', CALL, {}),
  '300 bodies of 10 KB with guards at a time': port => checkBodies(port, 300, 10_000),
  '16 bodies of 1 MB with guards at a time': port => checkBodies(port, 16, 1_000_000),
  '50 configs saved at a time': saveConfigs,
  'sessions of MCP on 500 connections': port =>
    flood(port, '/mcp/portolan', INITIALIZE, { accept: 'application/json, text/event-stream' }),
}

async function measure(port: number): Promise<string> {
  // Of another address than the crowd, whose connections give way first.
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: '127.0.0.2' })
  const times: number[] = []
  let refused = 0
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    const [status, milliseconds] = await send(port, '/v1/chat/completions', CALL, headersOf('other'), agent)
    if (status === 200) times.push(milliseconds)
    else refused += 1
  }
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number): string =>
    (times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toFixed(1)
  return `median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} ms, ${times.length} served, ${refused} not`
}

async function main(): Promise<void> {
  const plans = planFolder()
  const manifest = {
    providers: { mock: { provider: 'mock' } },
    api_keys: ['crowd', 'other'].map(id => ({
      id,
      scopes: ['inference', 'mcp.invoke', 'configs.create'],
      hash: `sha256:${createHash('sha256').update(`${id}-key`).digest('hex')}`,
    })),
    store: `sqlite:${plans.path('store.db')}`,
    mcp: { control: true },
    telemetry: { log: 'none' },
  }
  for (const [kind] of [['alone'], ...Object.entries(KINDS)]) {
    const group = createMemoryGroup(512 * MIB)
    const gateway = startProcess([plans.write({ manifest })], { ...(group && { within: group.command }) })
    let port: number | undefined
    while (port === undefined && gateway.child.exitCode === null) {
      await new Promise(resolve => setTimeout(resolve, 50))
      const found = /http:\/\/\S+:(\d+)\/v1/.exec(gateway.stderr())?.[1]
      port = found === undefined ? undefined : Number(found)
    }
    if (port === undefined) throw new Error(gateway.stderr())
    const crowd =
      kind === 'alone'
        ? undefined
        : spawn(process.execPath, [HERE, String(kind), String(port)], { stdio: 'inherit' })
    // The crowd is there, and the code of the gateway is warm.
    await measure(port)
    process.stdout.write(
      `${String(kind).padEnd(50)}${await measure(port)}${group === undefined ? ' (no container)' : ''}\n`,
    )
    crowd?.kill('SIGKILL')
    gateway.child.kill('SIGKILL')
    await gateway.ended
    group?.remove()
  }
  plans.remove()
}

const [kind, port] = process.argv.slice(2)
if (kind === undefined) await main()
else KINDS[kind]?.(Number(port))
