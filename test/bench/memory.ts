// Memory under bodies that do not fit: rounds of large bodies at once, in a container of a size: `node test/bench/memory.ts`. On Linux
// with a writable hierarchy of cgroups the kernel enforces the size, and ends a process that exceeds it; elsewhere only the peak is read.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { emit } from '../../compiler/plan/emit.ts'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { sha256 } from './bench-bundle.ts'

const MIB = 1024 * 1024

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '512' },
    rounds: { type: 'string', default: '5' },
    bodies: { type: 'string', default: '200' },
    size: { type: 'string', default: '10' },
    kind: { type: 'string', default: 'prose' },
    config: { type: 'string', default: 'all' },
    limits: { type: 'string', default: '{}' },
    /** The bodies that are logged: `all`, `small` (by default up to 256 KiB), `none`. */
    logged: { type: 'string', default: 'all' },
    /** The flags of the process. */
    flags: { type: 'string', default: '' },
    /** The file of the runtime, such as that of a build. */
    main: { type: 'string', default: fileURLToPath(new URL('../../runtime/main.ts', import.meta.url)) },
  },
})
const megabytes = Number(values.megabytes)
const size = Number(values.size) * MIB

const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const guards = {
  input_guardrails: [
    { id: 'in', deny: true, contains: { words: ['forbidden'], operator: 'none' } },
    { id: 'mask', pii: { redact: true } },
  ],
  output_guardrails: [{ id: 'out', deny: true, contains: { words: ['forbidden'], operator: 'none' } }],
}
const CONFIGS: Readonly<Record<string, object>> = {
  plain: { provider: '@main' },
  cache: { provider: '@main', cache: { mode: 'simple' } },
  guard: { provider: '@main', ...guards },
  words: { provider: '@main', input_guardrails: guards.input_guardrails.slice(0, 1) },
  redacted: { provider: '@main', input_guardrails: guards.input_guardrails.slice(1) },
  translated: { provider: '@claude', override_params: { max_tokens: 10 } },
  all: { provider: '@main', cache: { mode: 'simple' }, ...guards },
}

/** Texts of one message. */
const KINDS: Readonly<Record<string, (bytes: number) => string>> = {
  letters: bytes => 'x'.repeat(bytes),
  prose: bytes =>
    'The quick brown fox wrote about 12 lazy dogs. '.repeat(Math.ceil(bytes / 46)).slice(0, bytes),
  /** One character beyond Latin-1 makes a text take two bytes for each. */
  wide: bytes => `\u{2603}${'The quick brown fox. '.repeat(Math.ceil(bytes / 21))}`.slice(0, bytes - 2),
  kanji: bytes => '\u{6f22}'.repeat(Math.floor(bytes / 3)),
}

function bodyOf(kind: string, bytes: number): Buffer {
  if (kind === 'messages') {
    const count = 12_000
    const text = 'y'.repeat(Math.floor(bytes / count) - 32)
    const messages = Array.from({ length: count }, () => ({ role: 'user', content: text }))
    return Buffer.from(JSON.stringify({ model: 'm', messages }))
  }
  const write = KINDS[kind]
  if (write === undefined) throw new Error(`There is no kind ${kind}.`)
  return Buffer.from(
    JSON.stringify({ model: 'm', messages: [{ role: 'user', content: write(bytes - 100) }] }),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'memory-'))
const provider = createServer((received, response) => {
  received.resume().on('end', () =>
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: 'c',
          object: 'chat.completion',
          created: 1,
          model: 'm',
          choices: [{ index: 0, message: { role: 'assistant', content: 'Fine.' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      )
    }, 50),
  )
})
await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
const { bundle, diagnostics } = compileProject(
  {
    manifest: source('gateway.json', {
      listen: { port: 0 },
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: origin },
        claude: { provider: 'anthropic', api_key: '${env:KEY}', custom_host: origin },
      },
      trusted_hosts: ['127.0.0.1'],
      store: 'sqlite:store.db',
      encryption_key: '${env:ENCRYPTION}',
      telemetry: {
        log: 'none',
        metrics: true,
        log_file: { path: 'requests.jsonl' },
        log_store: {},
        ...(values.logged === 'all' && { bodies: { max_bytes: 16 * MIB, mask: ['pii', 'secrets'] } }),
        ...(values.logged === 'small' && { bodies: {} }),
      },
      limits: JSON.parse(values.limits) as object,
    }),
    configs: new Map(Object.entries(CONFIGS).map(([id, config]) => [id, source(`${id}.json`, config)])),
  },
  runtimeCatalog(),
  sha256,
)
if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
const plan = join(folder, 'gateway.plan.json')
writeFileSync(plan, emit(bundle))

/** A group of processes with a limit, where the machine lets this one make it. */
function createGroup(): { readonly path: string; readonly peakFile: string } | undefined {
  const groups = [
    { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
    { root: '/sys/fs/cgroup', limit: 'memory.max', peak: 'memory.peak' },
  ]
  for (const { root, limit, peak } of groups) {
    const path = join(root, `portolan-bench-${process.pid}`)
    try {
      mkdirSync(path)
      writeFileSync(join(path, limit), String(megabytes * MIB))
      return { path, peakFile: join(path, peak) }
    } catch {
      try {
        rmdirSync(path)
      } catch {}
    }
  }
  return undefined
}
const group = createGroup()
const enter = group === undefined ? '' : `echo $$ > ${group.path}/cgroup.procs && `
const child = spawn('/bin/sh', ['-c', `${enter}exec "$@"`, 'sh', process.execPath, values.main, plan], {
  env: {
    PATH: process.env['PATH'] ?? '',
    NODE_OPTIONS: values.flags,
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('MALLOC_'))),
    KEY: 'k',
    ENCRYPTION: Buffer.alloc(32, 7).toString('base64'),
  },
  stdio: ['ignore', 'inherit', 'pipe'],
})
let errors = ''
child.stderr.on('data', bytes => {
  errors += String(bytes)
})
const ended = new Promise<string>(resolve =>
  child.once('exit', (code, signal) => resolve(String(signal ?? code))),
)
const port = await new Promise<number>((resolve, reject) => {
  child.stderr.on('data', () => {
    const found = /http:\/\/\S+:(\d+)\/v1/.exec(errors)?.[1]
    if (found !== undefined) resolve(Number(found))
  })
  void ended.then(() => reject(new Error(errors)))
})

const body = bodyOf(values.kind, size)
const agent = new Agent({ keepAlive: true })
const post = (config: string, sent: Buffer): Promise<number> =>
  new Promise(resolve => {
    const headers = {
      'content-type': 'application/json',
      'content-length': sent.length,
      'x-gateway-config': config,
    }
    const client = request(
      { port, host: '127.0.0.1', method: 'POST', path: '/v1/chat/completions', headers, agent },
      response => response.resume().once('close', () => resolve(response.statusCode ?? 0)),
    )
    client.once('error', () => resolve(0))
    client.end(sent)
  })
const megabytesOf = (field: string): number => {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
  } catch {
    return Number.NaN
  }
}
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
}

console.log(
  `${values.bodies} bodies of ${values.size} MiB (${values.kind}) through ${values.config}, in ${megabytes} MB ${group ? 'enforced by the kernel' : 'that nothing enforces'}; at the start ${megabytesOf('VmRSS')} MB`,
)
let died: string | undefined
void ended.then(signal => {
  died = signal
})
for (let round = 1; round <= Number(values.rounds) && died === undefined; round += 1) {
  const numbered = Buffer.from(body)
  numbered.write(String(round), numbered.length - 20)
  const statuses = await Promise.all(
    Array.from({ length: Number(values.bodies) }, () => post(values.config, numbered)),
  )
  const counts = Map.groupBy(statuses, status => status)
  const summary = [...counts].map(([status, list]) => `${list.length} × ${status}`).join(', ')
  await new Promise(resolve => setTimeout(resolve, 500))
  const held = died === undefined ? await metric('portolan_buffered_bytes') : Number.NaN
  console.log(
    `round ${round}: ${summary}; peak ${megabytesOf('VmHWM')} MB, now ${megabytesOf('VmRSS')} MB, charged ${held}`,
  )
}
const smallIsServed = died === undefined ? await post('plain', bodyOf('letters', 1000)) : 0
if (died === undefined) {
  child.kill('SIGTERM')
  await ended
} else console.log(`ended by ${died}`)
console.log(`a small request afterwards: ${smallIsServed}`)
if (group !== undefined) {
  console.log(`peak of the container: ${Math.round(Number(readFileSync(group.peakFile, 'utf8')) / MIB)} MB`)
  rmdirSync(group.path)
}
agent.destroy()
provider.close()
rmSync(folder, { recursive: true, force: true })
