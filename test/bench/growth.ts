// What saved resources cost in a large company, beside an empty store: start, memory, calls, and for each kind a create, an update, a
// read, a page and a delete, with the longest pause of the event loop in the process that writes and in another one on the same store.
// Figures of the last release are beside those of the company. Run by itself: node test/bench/growth.ts [--postgres] [--workers 2]
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { nodePorts } from '../../runtime/process/node-ports.ts'
import { openResourceStore } from '../../runtime/stores/resources/open-resource-store.ts'
import { COMPANY, type CompanySizes, companyNames, foundCompany } from '../support/company.ts'
import { uniqueSchema } from '../support/test-postgres.ts'
import { median, next } from './bench-process.ts'

const { values } = parseArgs({
  options: {
    /** The store is the PostgreSQL of the tests. */
    postgres: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    /** Of each operation. */
    samples: { type: 'string', default: '15' },
    /** Another checkout to measure, such as the last release. */
    checkout: { type: 'string', default: resolve(import.meta.dirname, '../..') },
    /** Measures only the company. */
    full: { type: 'boolean', default: false },
    /** Kinds to measure, separated by commas. */
    only: { type: 'string' },
    /** The release that the figures of the company are recorded as, in growth.json. */
    record: { type: 'string' },
  },
})
const samples = Number(values.samples)
const workers = Number(values.workers)
const CLI = join(values.checkout, 'compiler/cli/main.ts')
const PRELOADED = new URL('report-delay.ts', import.meta.url).href
const ENCRYPTION_KEY = randomBytes(32).toString('base64')
const CALLS = 400
const FIGURES = new URL('growth.json', import.meta.url)

interface GrowthFigures {
  readonly release: string
  /** Milliseconds of each kind, in the order in which they are printed. */
  readonly rows: Readonly<Record<string, readonly number[]>>
}

const { release, rows: released } = JSON.parse(readFileSync(FIGURES, 'utf8')) as GrowthFigures
const recorded: Record<string, readonly number[]> = {}
const EMPTY: CompanySizes = {
  ...{ keys: 1, workspaces: 1, integrations: 1, users: 2, groups: 1, members: 1 },
  ...{ configs: 1, prompts: 1, policies: 1 },
}

interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

interface MeasuredKind {
  readonly name: string
  readonly create: (index: number) => Operation
  /** How the reply of a create names it in a path. */
  readonly pathOf: (reply: Reply, index: number) => string
  readonly update: (path: string, index: number) => Operation
  readonly page: string
}

type Reply = Readonly<Record<string, unknown>>

const put = (body: (index: number) => object) => (path: string, index: number) => ({
  method: 'PUT' as const,
  path,
  body: body(index),
})
const LIMITS = {
  rate_limits: [{ type: 'requests', unit: 'rpm', value: 60 }],
  usage_limits: { type: 'cost', credit_limit: 10, periodic_reset: 'monthly' },
}
const TEAM = { workspace_id: 'team-0' }
/** `member`: somebody whom the largest group does not have. */
const kindsWith = (member: string): readonly MeasuredKind[] => [
  {
    name: 'key with limits',
    create: index => ({
      method: 'POST',
      path: '/v1/api-keys/workspace/service',
      body: { name: `new ${index}`, ...TEAM, scopes: ['inference'], ...LIMITS },
    }),
    pathOf: ({ id }) => `/v1/api-keys/${id}`,
    update: put(index => ({ rate_limits: [{ type: 'requests', unit: 'rpm', value: 70 + index }] })),
    page: '/v1/api-keys?page_size=100',
  },
  {
    name: 'key without limits',
    create: index => ({
      method: 'POST',
      path: '/v1/api-keys/workspace/service',
      body: { name: `plain ${index}`, ...TEAM, scopes: ['inference'] },
    }),
    pathOf: ({ id }) => `/v1/api-keys/${id}`,
    update: put(index => ({ name: `renamed ${index}` })),
    page: '/v1/api-keys?page_size=100&current_page=3',
  },
  {
    name: 'workspace',
    create: index => ({
      method: 'POST',
      path: '/v1/workspaces',
      body: { name: `New ${index}`, slug: `new-${index}`, ...LIMITS },
    }),
    pathOf: (_reply, index) => `/v1/workspaces/new-${index}`,
    update: put(index => ({ name: `Renamed ${index}` })),
    page: '/v1/workspaces?page_size=100',
  },
  {
    name: 'integration',
    create: index => ({
      method: 'POST',
      path: '/v1/integrations',
      body: {
        ...{ name: `New ${index}`, slug: `new-vendor-${index}`, workspace_id: null },
        ...{ ai_provider_id: 'openai', key: 'sk-bench' },
      },
    }),
    pathOf: (_reply, index) => `/v1/integrations/new-vendor-${index}`,
    update: put(index => ({ name: `Renamed ${index}` })),
    page: '/v1/integrations?page_size=100',
  },
  {
    name: 'provider',
    create: index => ({
      method: 'POST',
      path: '/v1/providers',
      body: { name: `New ${index}`, slug: `new-${index}`, ...TEAM, integration_id: 'vendor-0', ...LIMITS },
    }),
    pathOf: ({ id }) => `/v1/providers/${id}`,
    update: put(index => ({ name: `Renamed ${index}` })),
    page: '/v1/providers?page_size=100&workspace_id=team-0',
  },
  {
    name: 'config',
    create: index => ({
      method: 'POST',
      path: '/v1/configs',
      body: { name: `New ${index}`, ...TEAM, config: { provider: '@mock' } },
    }),
    pathOf: ({ slug }) => `/v1/configs/${slug}`,
    update: put(() => ({ config: { provider: '@mock', retry: { attempts: 1 } } })),
    page: '/v1/configs?page_size=100',
  },
  {
    name: 'prompt',
    create: index => ({
      method: 'POST',
      path: '/v1/prompts',
      body: { name: `New ${index}`, ...TEAM, string: 'Hello', model: '@mock/echo' },
    }),
    pathOf: ({ slug }) => `/v1/prompts/${slug}`,
    update: put(index => ({ string: `Hello ${index}`, patch: true })),
    page: '/v1/prompts?page_size=100',
  },
  {
    name: 'rate limit policy',
    create: index => ({
      method: 'POST',
      path: '/v1/policies/rate-limits',
      body: {
        ...{ name: `New ${index}`, ...TEAM, type: 'requests', unit: 'rpm', value: 5 },
        conditions: [{ key: 'metadata.team', value: `team ${index}` }],
        group_by: [{ key: 'api_key' }],
      },
    }),
    pathOf: ({ id }) => `/v1/policies/rate-limits/${id}`,
    update: put(index => ({ value: 6 + index })),
    page: '/v1/policies/rate-limits?page_size=100',
  },
  {
    name: 'user of a directory',
    create: index => ({
      method: 'POST',
      path: '/v1/scim/v2/Users',
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        ...{ userName: `new-${index}@example.com`, externalId: `new-${index}`, active: true },
      },
    }),
    pathOf: ({ id }) => `/v1/scim/v2/Users/${id}`,
    update: (path, index) => ({
      method: 'PATCH',
      path,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', path: 'name.givenName', value: `Name ${index}` }],
      },
    }),
    page: '/v1/scim/v2/Users?count=100',
  },
  {
    name: 'member of the largest group',
    create: index => ({
      method: 'POST',
      path: '/v1/scim/v2/Groups',
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: `new group ${index}`,
      },
    }),
    pathOf: ({ id }) => `/v1/scim/v2/Groups/${id}`,
    update: (_path, index) => ({
      method: 'PATCH',
      path: `/v1/scim/v2/Groups/${companyNames(EMPTY).groupId(0)}?excludedAttributes=members`,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [
          {
            ...{ op: index % 2 === 0 ? 'add' : 'remove' },
            ...(index % 2 === 0
              ? { path: 'members', value: [{ value: member }] }
              : { path: `members[value eq "${member}"]` }),
          },
        ],
      },
    }),
    page: '/v1/scim/v2/Groups?count=100&excludedAttributes=members',
  },
]
interface Gateway {
  readonly child: ChildProcess
  readonly url: string
  readonly startedIn: number
}

const running: ChildProcess[] = []
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

async function startGateway(folder: string): Promise<Gateway> {
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', PRELOADED, CLI, 'serve', '.', '--port', '0', '--workers', String(workers)],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, PORTOLAN_ENCRYPTION_KEY: ENCRYPTION_KEY },
    },
  )
  running.push(child)
  const url = await new Promise<string>((found, fail) => {
    let printed = ''
    const read = (chunk: Buffer): void => {
      printed += String(chunk)
      const address = /(http:\/\/127\.0\.0\.1:\d+)\/v1/.exec(printed)?.[1]
      if (address !== undefined) found(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => fail(new Error(printed)))
  })
  return { child, url, startedIn: performance.now() - begun }
}

interface Report {
  readonly delay: number
  readonly heap: number
}

const report = async ({ child }: Gateway): Promise<Report> => {
  const answer = next<Report>(child)
  child.send('delay')
  return await answer
}

const print = (...cells: readonly string[]): void => console.log(cells.join('\t'))

const agent = new Agent({ connections: 1 })

async function run(
  { url }: Gateway,
  { method, path, body, headers }: Operation,
): Promise<readonly [number, Reply]> {
  const begun = performance.now()
  const reply = await agent.request({
    ...{ origin: url, path, method },
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.body.text()
  const took = performance.now() - begun
  if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${text.slice(0, 300)}`)
  return [took, text === '' ? {} : (JSON.parse(text) as Reply)]
}

interface Row {
  readonly create: number
  readonly update: number
  readonly read: number
  readonly page: number
  readonly remove: number
  readonly ownPause: number
  readonly otherPause: number
}

async function measureKind(kind: MeasuredKind, gateway: Gateway, other: Gateway): Promise<Row> {
  const times = { create: [] as number[], update: [] as number[], read: [] as number[] }
  const page: number[] = []
  const remove: number[] = []
  // Indexes are built, and code is compiled, at the first.
  const warm = 3
  for (let index = 0; index < samples + warm; index += 1) {
    if (index === warm) {
      await report(gateway)
      await report(other)
    }
    const [created, reply] = await run(gateway, kind.create(index))
    const path = kind.pathOf(reply, index)
    const [updated] = await run(gateway, kind.update(path, index))
    const [read] = await run(gateway, { method: 'GET', path })
    const [removed] = await run(gateway, { method: 'DELETE', path })
    if (index < warm) continue
    times.create.push(created)
    times.update.push(updated)
    times.read.push(read)
    remove.push(removed)
  }
  // The other process has read all of it by now.
  await new Promise(done => setTimeout(done, 2_500))
  const [own, others] = [await report(gateway), await report(other)]
  for (let index = 0; index < samples + warm; index += 1) {
    const [took] = await run(gateway, { method: 'GET', path: kind.page })
    if (index >= warm) page.push(took)
  }
  return {
    create: median(times.create),
    update: median(times.update),
    read: median(times.read),
    page: median(page),
    remove: median(remove),
    ownPause: own.delay,
    otherPause: others.delay,
  }
}

const memoryOf = ({ child }: Gateway): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024

async function measure(sizes: CompanySizes): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
  const address = values.postgres ? uniqueSchema().url.href : `sqlite:${join(folder, 'store.db')}`
  writeFileSync(
    join(folder, 'gateway.yaml'),
    `store: ${JSON.stringify(address)}\nproviders: { mock: { provider: mock } }\ntelemetry: { log: none }\n`,
  )
  const store = await openResourceStore(address, { folder, environment: {}, clock: nodePorts().clock })
  const begun = performance.now()
  await foundCompany(store, sizes)
  await store.close()
  print('filled', `${((performance.now() - begun) / 1000).toFixed(1)} s`)
  const gateway = await startGateway(folder)
  print('start', `${(gateway.startedIn / 1000).toFixed(2)} s`)
  print('memory', `${memoryOf(gateway).toFixed(0)} MB`)
  const other = await startGateway(folder)
  const heap = (await report(gateway)).heap / 1e6
  const calls: number[] = []
  for (let index = 0; index < CALLS; index += 1) {
    const [took] = await run(gateway, {
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { 'x-gateway-api-key': companyNames(sizes).secret(0), 'x-gateway-config': 'config-0' },
      body: { messages: [{ role: 'user', content: 'Hello' }] },
    })
    if (index >= CALLS / 2) calls.push(took)
  }
  print('heap', `${heap.toFixed(0)} MB`)
  print('a call', `${median(calls).toFixed(2)} ms`)
  for (const kind of kindsWith(companyNames(sizes).userId(sizes.users - 1))) {
    if (values.only !== undefined && !values.only.split(',').includes(kind.name)) continue
    const { create, update, read, page, remove, ownPause, otherPause } = await measureKind(
      kind,
      gateway,
      other,
    )
    const figures = [create, update, read, page, remove, ownPause, otherPause].map(
      each => Math.round(each * 10) / 10,
    )
    const before = sizes === COMPANY ? released[kind.name] : undefined
    print(
      kind.name,
      ...figures.map((each, at) => (before === undefined ? `${each}` : `${each} (${before[at]})`)),
    )
    if (sizes === COMPANY) recorded[kind.name] = figures
  }
  for (const { child } of [gateway, other]) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

print(
  `milliseconds, in brackets those of ${release}`,
  'create',
  'update',
  'read',
  'page of 100',
  'delete',
  'pause',
  'pause elsewhere',
)
const STORES = [
  ['an empty store', EMPTY],
  ['a company', COMPANY],
] as const
for (const [name, sizes] of values.full ? STORES.slice(1) : STORES) {
  print(`${name}:`)
  await measure(sizes)
}
if (values.record !== undefined) {
  const rows = Object.entries(recorded).map(
    ([name, figures]) => `    ${JSON.stringify(name)}: [${figures.join(', ')}]`,
  )
  writeFileSync(
    FIGURES,
    `{\n  "release": ${JSON.stringify(values.record)},\n  "rows": {\n${rows.join(',\n')}\n  }\n}\n`,
  )
}
process.exit(0)
