// What saved resources cost: a gateway whose store has 100,000 keys, 10,000 configs and 1,000 policies of other keys, beside one whose
// store has one key. Start, memory, and CPU per request, each process by itself. Run by itself: node test/bench/control.ts
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { ResourceWrite } from '../../runtime/control/core/resource-store.ts'
import { openSqliteStore } from '../../runtime/stores/resources/sqlite/sqlite-store.ts'
import type { JsonObject } from '../../schemas/values/json.ts'

const CLI = new URL('../../compiler/cli/main.ts', import.meta.url).pathname
const SIZES = { keys: 100_000, configs: 10_000, policies: 1_000 }
const REQUESTS = 8_000
const ROUNDS = 5
const CONCURRENCY = 16
const SECRET = `ptl_${'b'.repeat(43)}`

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)
const uuid = (kind: string, index: number): string =>
  sha256(`${kind} ${index}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const keyWrite = (id: string, secret: string): ResourceWrite => ({
  kind: 'api-key',
  id,
  value: {
    type: 'workspace-service',
    name: `key ${id}`,
    workspace: 'default',
    scopes: ['inference'],
    secret: { digest: sha256(secret), masked: 'ptl_****' },
    created_at: 1_700_000_000_000,
    updated_at: 1_700_000_000_000,
  },
})

const text = JSON.stringify({ provider: '@mock', override_params: { model: 'echo' } })
const configWrite = (index: number): ResourceWrite => ({
  kind: 'config',
  id: `config-${index}`,
  value: {
    id: uuid('config', index),
    name: `config ${index}`,
    workspace: 'default',
    status: 'active',
    latest: 1,
    labels: { live: 1 },
    text,
    plan: sha256(text),
    created_at: '2026-01-01T00:00:00.000Z',
    last_updated_at: '2026-01-01T00:00:00.000Z',
  },
})

const policyWrite = (index: number): ResourceWrite => ({
  kind: 'rate-limit',
  id: uuid('policy', index),
  value: {
    workspace: 'default',
    status: 'active',
    name: `policy ${index}`,
    terms: {
      type: 'requests',
      unit: 'rpm',
      value: 60,
      conditions: [{ key: 'api_key', value: uuid('key', index) }],
      group_by: [{ key: 'api_key' }],
    },
    created_at: '2026-01-01T00:00:00.000Z',
    last_updated_at: '2026-01-01T00:00:00.000Z',
  } as JsonObject,
})

async function fill(path: string, writes: readonly ResourceWrite[]): Promise<void> {
  const store = await openSqliteStore(path)
  for (let from = 0; from < writes.length; from += 5_000)
    await store.commit({ writes: writes.slice(from, from + 5_000) })
  await store.close()
}

interface Measured {
  readonly start: number
  readonly megabytes: number
  /** Microseconds of CPU for one request. */
  readonly cpu: number
}

/** Seconds of CPU of a process so far, from the kernel's count of hundredths. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function measure(folder: string): Promise<Measured> {
  const before = performance.now()
  const child = spawn(process.execPath, [CLI, 'serve', '.', '--port', '0'], { cwd: folder })
  const { pid = 0, stdout } = child
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    const listen = (chunk: Buffer): void => {
      said += String(chunk)
      const found = /(http:\/\/127\.0\.0\.1:\d+)\/v1/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    }
    stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(said)))
  })
  const start = performance.now() - before
  const agent = new Agent({ connections: CONCURRENCY })
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] })
  const headers = {
    'content-type': 'application/json',
    'x-gateway-api-key': SECRET,
    'x-gateway-config': 'config-0',
  }
  const call = async (): Promise<void> => {
    const reply = await agent.request({
      origin: url,
      path: '/v1/chat/completions',
      method: 'POST',
      headers,
      body,
    })
    await reply.body.dump()
    if (reply.statusCode !== 200) throw new Error(`A call was answered with ${reply.statusCode}.`)
  }
  const send = (count: number): Promise<unknown> =>
    Promise.all(
      numbers(CONCURRENCY).map(async () => {
        for (let index = 0; index < count / CONCURRENCY; index += 1) await call()
      }),
    )
  await send(REQUESTS)
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const used = cpuOf(pid)
    await send(REQUESTS)
    rounds.push(((cpuOf(pid) - used) / REQUESTS) * 1e6)
  }
  const megabytes = memoryOf(pid)
  await agent.close()
  child.kill('SIGTERM')
  return { start, megabytes, cpu: rounds.sort((left, right) => left - right)[2] ?? 0 }
}

const folders = ['one key', 'many'].map(name => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
  writeFileSync(
    join(folder, 'gateway.yaml'),
    'authentication: required\nstore: sqlite:store.db\nproviders: { mock: { provider: mock } }\ntelemetry: { log: none }\n',
  )
  return { name, folder }
})
const own = [keyWrite(uuid('own', 0), SECRET), configWrite(0)]
const others = [
  ...numbers(SIZES.keys).map(index => keyWrite(uuid('key', index), `ptl_other_${index}`)),
  ...numbers(SIZES.configs - 1).map(index => configWrite(index + 1)),
  ...numbers(SIZES.policies).map(policyWrite),
]
for (const { name, folder } of folders)
  await fill(join(folder, 'store.db'), name === 'many' ? [...own, ...others] : own)
console.log('store\tstart ms\tMB\tCPU us/request')
for (const { name, folder } of folders) {
  const { start, megabytes, cpu } = await measure(folder)
  console.log([name, start.toFixed(0), megabytes.toFixed(0), cpu.toFixed(0)].join('\t'))
}
for (const { folder } of folders) rmSync(folder, { recursive: true, force: true })
