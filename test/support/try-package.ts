// `node test/support/try-package.ts`, after `npm run build`: the package as npm would install it, with its own dependencies and
// nothing else, checks the examples, and serves a project that needs its threads, a custom check, the language table and a regular expression.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { folders, ROOT } from './folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'package-'))
const home = join(folder, 'node_modules/portolan')

interface LockedPackage {
  readonly dev?: true
}
const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}
for (const [path, { dev }] of Object.entries(packages))
  if (path !== '' && dev === undefined) cpSync(`${ROOT}${path}`, join(folder, path), { recursive: true })
for (const name of ['package.json', 'dist']) cpSync(`${ROOT}${name}`, join(home, name), { recursive: true })

const portolan = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [join(home, 'dist/compiler/cli/main.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })

const project = join(folder, 'project')
cpSync(`${ROOT}examples/custom-check`, project, { recursive: true })
const port = await freePort()
writeFileSync(
  join(project, 'gateway.yaml'),
  `${readFileSync(join(project, 'gateway.yaml'), 'utf8')}
listen: { port: ${port} }
store: sqlite:store.db
telemetry: { log_store: {} }
`,
)
writeFileSync(
  join(project, 'configs/probe.ts'),
  `import { defineConfig } from 'portolan'
export default defineConfig({
  provider: '@mock',
  override_params: { model: 'echo' },
  input_guardrails: [
    { 'default.language': { language: ['eng'], not: true } },
    { 'default.regexMatch': { rule: '^nothing (?:a|b)+$' } },
  ],
})
`,
)
portolan('check', 'project')
assert.match(portolan('init', 'fresh'), /wrote fresh\/\.schemas\/manifest\.schema\.json/)
// All examples are free of errors, but for the proposal that examples/proved-flows is there to refuse.
const example = (name: string): string => `${ROOT}examples/${name}`
const others = folders(`${ROOT}examples`).filter(name => name !== 'proved-flows')
portolan('check', ...others.map(example), example('proved-flows/configs'))
assert.throws(() => portolan('check', example('proved-flows/proposal')), { status: 1 })
// An older Node is told which one is needed; here, one that claims to be older.
const imported = (version: string): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `Object.defineProperty(process.versions, 'node', { value: '${version}' })
for (const name of ['portolan', 'portolan/runtime'])
  await import(name).then(each => console.log(Object.keys(each).length > 3), error => console.log(error.message))`,
    ],
    { cwd: folder, encoding: 'utf8' },
  )
assert.equal(imported(process.versions.node), 'true\ntrue\n')
assert.equal(imported('20.20.2'), 'portolan needs Node 22.19 or later; this is Node 20.20.2.\n'.repeat(2))
// Types hold for the strictest consumers, of both kinds of modules; types of Node are theirs.
const consumer = join(folder, 'consumer')
mkdirSync(consumer)
for (const name of ['@types/node', 'undici-types'])
  cpSync(`${ROOT}node_modules/${name}`, join(folder, 'node_modules', name), { recursive: true })
const uses = `export const config = portolan.defineConfig({ provider: '@mock' })
export const start: (...given: Parameters<typeof runtime.startRuntime>) => Promise<unknown> = runtime.startRuntime
`
writeFileSync(
  join(consumer, 'module.mts'),
  `import * as portolan from 'portolan'\nimport * as runtime from 'portolan/runtime'\nimport type { Runtime } from 'portolan/runtime'\nexport type Port = Runtime['port']\n${uses}`,
)
writeFileSync(
  join(consumer, 'common.cts'),
  `import portolan = require('portolan')\nimport runtime = require('portolan/runtime')\nexport type Port = runtime.Runtime['port']\n${uses}`,
)
for (const exactOptionalPropertyTypes of [false, true])
  for (const module of ['node16', 'nodenext']) {
    const compilerOptions = {
      ...{ module, target: 'es2023', strict: true, skipLibCheck: false, noEmit: true, types: ['node'] },
      exactOptionalPropertyTypes,
    }
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    execFileSync(process.execPath, [join(folder, 'node_modules/typescript/bin/tsc'), '-p', consumer], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  }
portolan('compile', 'project', '-o', 'project/gateway.plan.json')

const runtime: ChildProcess = spawn(
  process.execPath,
  [join(home, 'dist/runtime/main.js'), join(project, 'gateway.plan.json')],
  { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] },
)
const origin = `http://127.0.0.1:${port}`
const isReady = () =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
try {
  for (let tries = 0; !(await isReady()); tries += 1) {
    assert.ok(tries < 300 && runtime.exitCode === null, 'The package does not start.')
    await wait(100)
  }
  const content = 'This sentence is long enough for the detector, and it is written in plain English.'
  const reply = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': 'probe' },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] }),
  })
  assert.equal(reply.status, 246, await reply.text())
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { readonly openapi?: string }
  assert.equal(document.openapi, '3.1.0', 'The OpenAPI document is not in the package.')
  const day = 86_400_000
  const at = (time: number): string => new Date(time).toISOString()
  const period = new URLSearchParams({
    time_of_generation_min: at(Date.now() - day),
    time_of_generation_max: at(Date.now() + day),
  })
  const records = async (): Promise<number> => {
    const list = (await (await fetch(`${origin}/v1/logs?${period}`)).json()) as {
      readonly data: readonly unknown[]
    }
    return list.data.length
  }
  for (let tries = 0; (await records()) === 0; tries += 1) {
    assert.ok(tries < 100, 'The record of the request is not in the log store.')
    await wait(100)
  }
} finally {
  runtime.kill()
  rmSync(folder, { recursive: true, force: true })
}
