// `node test/support/package/try-executables.ts`, after `npm run build`: both executables in an empty folder, without Node and without
// any variable of the environment, and the image from its own root file system. Prints what this machine cannot try.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { VERSION } from '../../../compiler/facts/version.ts'
import { findProgram } from '../find-program.ts'
import { ROOT } from '../folder.ts'
import { isPostgresListening, TEST_POSTGRES, uniqueSchema } from '../test-postgres.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { buildExecutables, EXECUTABLES } from './executables.ts'
import { USER, unpackImage, writeImage } from './image.ts'
import { architectureOf, fetchPlatform, librariesOf, ownPlatform } from './platform.ts'
import { type StartedRuntime, startRuntime } from './started-runtime.ts'

/** The date of everything inside. */
const DATE = 1_767_225_600

const work = mkdtempSync(join(tmpdir(), 'portolan-executables-'))
const empty = join(work, 'empty')
mkdirSync(empty)

const [portolan = '', runtime = ''] = buildExecutables(join(work, 'bin'))

/** Output of a program in the empty folder, without environment. */
const run = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, { cwd: empty, env: {}, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Undefined, or what this machine cannot try. */
type Step = () => Promise<string | undefined>

const tryAgain: Step = async () => {
  const again = buildExecutables(join(work, 'again'))
  for (const [index, name] of [portolan, runtime].entries())
    assert.ok(readFileSync(name).equals(readFileSync(again[index] ?? '')), `Two builds of ${name} differ.`)
  rmSync(join(work, 'again'), { recursive: true })
  return undefined
}

/** A project with a TypeScript config, a custom check, the language table, a regular expression, and threads for a log file and SQLite. */
function writeProject(): string {
  const project = join(work, 'project')
  cpSync(`${ROOT}examples/custom-check`, project, { recursive: true })
  writeFileSync(
    join(project, 'gateway.yaml'),
    `${readFileSync(join(project, 'gateway.yaml'), 'utf8')}
store: sqlite:store.db
telemetry: { log_store: {}, log_file: { path: requests.jsonl } }
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
  return project
}

async function call({ origin }: StartedRuntime, config: string | undefined, status: number): Promise<void> {
  const content = 'This sentence is long enough for the detector, and it is written in plain English.'
  const reply = await fetch(`${origin}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(config !== undefined && { 'x-gateway-config': config }),
    },
    body: JSON.stringify({ model: '@mock/echo', messages: [{ role: 'user', content }] }),
  })
  assert.equal(reply.status, status, await reply.text())
}

/** What glibc consists of, with its loader. */
const GLIBC = /\/(?:ld-linux[^/]*|lib(?:c|dl|m|pthread|rt))\.so\.\d+$/

/** A minimal root lacks some of them: the page of operation names each. */
function tryLibraries(): void {
  const named = readFileSync(`${ROOT}schemas/operation.md`, 'utf8')
  for (const path of [portolan, runtime].flatMap(librariesOf).filter(each => !GLIBC.test(each)))
    assert.ok(named.includes(`\`${basename(path)}\``), `schemas/operation.md does not name ${path}.`)
}

const tryExecutables: Step = async () => {
  tryLibraries()
  for (const program of [portolan, runtime]) assert.equal(run(program, '--version'), `${VERSION}\n`)
  const project = writeProject()
  run(portolan, 'check', project)
  run(portolan, 'compile', project, '-o', join(project, 'gateway.plan.json'))
  run(portolan, 'init', join(work, 'fresh'))
  const plan = join(project, 'gateway.plan.json')
  const started = await startRuntime(runtime, [plan, '--port', '0'], { cwd: empty })
  run(runtime, 'health', '--port', started.port)
  await call(started, 'probe', 246)
  await call(started, 'calm', 200)
  const document = (await (await fetch(`${started.origin}/openapi.json`)).json()) as {
    readonly openapi?: string
  }
  assert.equal(document.openapi, '3.1.0')
  assert.equal(await started.stop(), 0)
  assert.equal(readFileSync(join(project, 'requests.jsonl'), 'utf8').trim().split('\n').length, 2)
  assert.throws(() => run(runtime, 'health', '--port', started.port), { status: 1 })
  assert.deepEqual(readdirSync(empty), [])
  return undefined
}

const tryBill: Step = async () => {
  const bill = billOfMaterials({
    version: VERSION,
    seconds: DATE,
    node: JSON.parse(JSON.stringify(process.versions)) as Record<string, string>,
    system: [],
  })
  const { components } = bill as {
    readonly components: readonly { readonly name: string; version: string }[]
  }
  // Bundled, copied, installed, and Node itself.
  for (const name of ['undici', 'recheck', 're2js', 'node'])
    assert.equal(components.filter(each => each.name === name && each.version !== '').length, 1, name)
  return undefined
}

/** A thread imports a package: the driver of the log store. */
const tryPostgres: Step = async () => {
  if (!(await isPostgresListening())) return 'a log store in PostgreSQL, which is not running'
  const { schema, url } = uniqueSchema()
  const sql = postgres(TEST_POSTGRES, { onnotice: () => {} })
  await sql`create schema ${sql(schema)}`
  try {
    const manifest =
      'store: "${env:STORE}"\ntelemetry: { log_store: {} }\nproviders: { mock: { provider: mock } }\n'
    const folder = join(work, 'stored')
    mkdirSync(folder)
    writeFileSync(join(folder, 'gateway.yaml'), manifest)
    const plan = join(folder, 'gateway.plan.json')
    run(portolan, 'compile', folder, '-o', plan)
    const env = { STORE: url.href }
    const started = await startRuntime(runtime, [plan, '--port', '0'], { cwd: empty, env })
    await call(started, undefined, 200)
    // A busy database may let the first batch wait; it is repeated.
    const count = async (): Promise<number> =>
      Number((await sql`select count(*)::int as count from ${sql(schema)}.log_record`)[0]?.['count'])
    for (let tries = 0; (await count()) === 0; tries += 1) {
      assert.ok(tries < 100, 'The record of the request is not in PostgreSQL.')
      await wait(100)
    }
    assert.equal(await started.stop(), 0, 'The runtime with PostgreSQL does not stop.')
    return undefined
  } finally {
    await sql`drop schema ${sql(schema)} cascade`
    await sql.end()
  }
}

/** The image has these programs, and no others. */
const PROGRAMS = ['usr/bin/portolan-runtime']

/** Mounts a root file system read-only, with a plan in its place, and runs the command of the image as its user. */
const START = `
mount --bind "$1" "$1" && mount --bind "$2" "$1/etc/portolan" && mount -t proc proc "$1/proc" &&
mount -o remount,bind,ro "$1" && cd / && exec chroot "$1" /usr/bin/portolan-runtime /etc/portolan/gateway.plan.json --port 0`

const NAMESPACE =
  `--user --map-user=${USER} --map-group=${USER} --keep-caps --mount --pid --fork --kill-child`.split(' ')

const tryImage: Step = async () => {
  const layout = join(work, 'image')
  const licences = `${ROOT}dist/THIRD-PARTY-LICENSES`
  const platform = ownPlatform()
  const parts = {
    programs: [{ platform, executable: runtime }],
    licences,
    version: VERSION,
    seconds: DATE,
  }
  const { digest, bytes } = writeImage(layout, parts)
  assert.ok(bytes < 60_000_000, `The image has ${bytes} bytes.`)
  assert.equal(writeImage(layout, parts).digest, digest, 'Two builds of the image differ.')
  const root = join(work, 'root')
  const missing: string[] = []
  if (findProgram('skopeo') === undefined) missing.push('reading the image by skopeo, which is missing')
  else {
    const inspected = execFileSync('skopeo', ['inspect', `oci:${layout}:${VERSION}`], { encoding: 'utf8' })
    assert.equal((JSON.parse(inspected) as { readonly Digest: string }).Digest, digest)
  }
  if (findProgram('umoci') === undefined) {
    missing.push('unpacking the image by umoci, which is missing')
    unpackImage(layout, root, platform.architecture)
  } else {
    const bundle = join(work, 'bundle')
    execFileSync('umoci', ['unpack', '--rootless', '--image', `${layout}:${VERSION}`, bundle])
    renameSync(join(bundle, 'rootfs'), root)
  }
  const programs = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name =>
    /bin\/[^/]+$/.test(name),
  )
  assert.deepEqual(programs, PROGRAMS)
  if (spawnSync('unshare', [...NAMESPACE, 'mount', '-t', 'proc', 'proc', '/proc']).status !== 0)
    return [...missing, 'starting the image: there are no user namespaces'].join('; ')
  const folder = join(work, 'served')
  mkdirSync(folder)
  cpSync(`${ROOT}examples/quickstart`, folder, { recursive: true })
  run(portolan, 'compile', folder, '-o', join(folder, 'gateway.plan.json'))
  const words = [...NAMESPACE, 'sh', '-c', START, 'sh', root, folder]
  const started = await startRuntime('unshare', words, {
    cwd: empty,
    env: { PATH: process.env['PATH'] ?? '' },
  })
  await call(started, undefined, 200)
  // The program that makes the namespace ignores SIGTERM, and takes its processes with it.
  await started.stop('SIGKILL')
  return missing.length === 0 ? undefined : missing.join('; ')
}

/** An image of both processors: the other one cannot run here, but each file that its loader looks for is of it. */
const tryBothProcessors: Step = async () => {
  const platform = ownPlatform()
  const other = platform.architecture === 'amd64' ? 'arm64' : 'amd64'
  const fetched = fetchPlatform(other, join(work, 'other'))
  if (typeof fetched === 'string') return fetched
  const [foreign = ''] = buildExecutables(join(work, 'foreign'), EXECUTABLES.slice(1), fetched)
  const layout = join(work, 'both')
  const licences = `${ROOT}dist/THIRD-PARTY-LICENSES`
  const programs = [
    { platform, executable: runtime },
    { platform: fetched, executable: foreign },
  ]
  const { digest } = writeImage(layout, { programs, licences, version: VERSION, seconds: DATE })
  for (const { architecture, libraries } of [platform, fetched]) {
    const root = join(work, `root-${architecture}`)
    unpackImage(layout, root, architecture)
    for (const path of ['/usr/bin/portolan-runtime', ...libraries.map(each => each.path)])
      assert.equal(architectureOf(join(root, path)), architecture, path)
  }
  assert.ok(readFileSync(foreign).includes('NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1'))
  if (findProgram('skopeo') === undefined)
    return 'reading the image of both processors by skopeo, which is missing'
  const words = ['inspect', '--raw', `oci:${layout}:${VERSION}`]
  const raw = execFileSync('skopeo', words, { encoding: 'utf8' })
  const { manifests } = JSON.parse(raw) as { readonly manifests: readonly unknown[] }
  assert.equal(manifests.length, 2, digest)
  return undefined
}

try {
  for (const step of [tryAgain, tryExecutables, tryBill, tryPostgres, tryImage, tryBothProcessors]) {
    const untried = await step()
    if (untried !== undefined) process.stdout.write(`Not tried on this machine: ${untried}.\n`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
