// Plans and stores that 0.1 wrote, before and after the change of the format: they are read, and their plans do what their sources compile
// to now. `earlier/` has projects with the bundles that commits of 0.1 made of them, and stores that they pushed releases to, as SQL.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { decodeBundle } from '../../compiler/plan/decode.ts'
import { FORMAT, READ_FORMATS } from '../../compiler/plan/upgrade-bundle.ts'
import { compileProject } from '../../compiler/project.ts'
import type { SourceInput } from '../../compiler/project-input.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { behaviourOf, behaviourRuns } from '../support/behaviour.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'
import { portolan } from '../support/command.ts'
import { files, ROOT } from '../support/folder.ts'
import { runGateway } from '../support/running-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const EARLIER = `${ROOT}test/corpus/earlier/`

interface EarlierProject {
  readonly example: string
  /** Texts by their paths in the project. */
  readonly files: Readonly<Record<string, string>>
  readonly bundle: Pick<Bundle, 'digest'> & { readonly format: number }
}

const read = (name: string): string => readFileSync(EARLIER + name, 'utf8')

const names = files(EARLIER).filter(file => file.endsWith('.json'))

const input = (name: string, text: string): SourceInput => ({ source: { name, text }, read: readYaml })

/** What is in a folder of the project, by the names of its files. */
const inFolder = (texts: EarlierProject['files'], folder: string): ReadonlyMap<string, SourceInput> =>
  new Map(
    Object.entries(texts).flatMap(([path, text]) => {
      const [, name] = new RegExp(`^${folder}/([^/]+)\\.ya?ml$`).exec(path) ?? []
      return name === undefined ? [] : [[name, input(path, text)] as const]
    }),
  )

it('the formats of plans that are read are its own and the two before, of which all have examples here', () => {
  expect(READ_FORMATS).toEqual([FORMAT - 2, FORMAT - 1, FORMAT].filter(format => format > 0))
  for (const format of READ_FORMATS) expect(names.join(' ')).toContain(`format-${format}`)
  const { errors } = decodeBundle(JSON.stringify({ format: FORMAT + 1, plans: {} }), sha256)
  expect(errors?.[0]).toMatch(/^The bundle has the format 3; this version reads the formats 1 and 2\. /)
})

describe.each(names)('bundles of %s', name => {
  const projects: readonly EarlierProject[] = JSON.parse(read(name))
  it.each(projects.map(each => [each.example, each] as const))('%s is read, and does the same', (_, each) => {
    const { bundle, errors } = decodeBundle(JSON.stringify(each.bundle), sha256)
    expect(errors).toBeUndefined()
    expect(bundle?.digest).toBe(each.bundle.digest)
    const manifest = each.files['gateway.yaml']
    // Those with modules of TypeScript are only read.
    if (manifest === undefined || manifest.includes('.ts')) return
    const { plans, parsed, diagnostics } = compileProject(
      {
        manifest: input('gateway.yaml', manifest),
        configs: inFolder(each.files, 'configs'),
        prompts: {
          prompts: inFolder(each.files, 'prompts'),
          partials: inFolder(each.files, 'prompts/partials'),
        },
      },
      realCatalog,
      sha256,
    )
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    for (const [id, plan] of plans) {
      const runs = behaviourRuns(parsed.get(id)?.value ?? null, 1)
      const before = bundle?.plans[id] ?? expect.fail(id)
      expect(behaviourOf(plan, runs), id).toBe(behaviourOf(before, runs))
    }
  })
})

/** What this version does differently in projects of 0.1 that were migrated, on purpose. */
const REMAINING: Readonly<Record<string, RegExp>> = {
  batches: /https:\/\/discoveryengine\.googleapis\.com/,
  vertex: /https:\/\/discoveryengine\.googleapis\.com/,
  guardrails: /parameters\.restore/,
}

const EARLIEST: readonly EarlierProject[] = JSON.parse(read('format-1.json'))

// As schemas/stability.md describes the upgrade.
it.each(
  EARLIEST.filter(each => each.files['gateway.yaml']?.includes('.ts') === false).map(
    each => [each.example, each] as const,
  ),
)('%s of 0.1: "migrate --from 0.1", then "diff" with its plan ends with 0', async (example, each) => {
  const folder = temporaryFolder({ ...each.files, 'before.plan.json': JSON.stringify(each.bundle) })
  const migrated = await portolan(['migrate', '--from', '0.1', '.'], folder)
  expect(migrated).toMatchObject({ code: 0, out: expect.stringContaining('limits.connections') })
  const { code, out } = await portolan(['diff', 'before.plan.json', '.'], folder)
  const remaining = REMAINING[example]
  expect(code, out).toBe(remaining === undefined ? 0 : 1)
  expect(out).toMatch(remaining ?? /^equivalent\n/)
  expect(out).not.toMatch(/limits\./)
})

/** A store as SQL, in a folder: its address. */
function restore(name: string, folder: string): string {
  const database = new DatabaseSync(join(folder, 'store.db'))
  database.exec(read(name))
  database.close()
  return `sqlite:${join(folder, 'store.db')}`
}

describe.each(files(EARLIER).filter(file => /^store-.*\.sql$/.test(file)))('the store of %s', name => {
  it('is opened, lists its releases, shows their plans and takes another one', async () => {
    const folder = temporaryFolder()
    const store = restore(name, folder)
    const run = (...args: readonly string[]) => portolan([...args, '--store', store], folder)
    const history = await run('history')
    expect(history).toMatchObject({ code: 0, out: expect.stringMatching(/live: release 2/) })
    const pulled = await run('pull', '1', '-o', 'one.json')
    expect(pulled).toMatchObject({ code: 0 })
    expect(decodeBundle(readFileSync(join(folder, 'one.json'), 'utf8'), sha256).errors).toBeUndefined()
    const again = await run('push', '--recompile', '1', '--promote')
    expect(again.complaints + again.out).toMatch(/Release 3 /)
    expect(again.code).toBe(0)
  })
})

describe('what was saved by API in a store of 0.1', () => {
  it('is listed and served by a gateway of this version, without a step in between', async () => {
    const store = restore('saved-by-api.sql', temporaryFolder())
    const manifest = { store, providers: { mock: { provider: 'mock' } } }
    const environment = { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
    const gateway = await runGateway(manifest, { chat: { provider: '@mock' } }, environment)
    onTestFinished(() => gateway.stop())
    const send = async (path: string, body?: object, headers = {}) => {
      const reply = await fetch(`${gateway.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      expect(reply.status, text).toBe(200)
      return JSON.parse(text)
    }
    const slugs = async (path: string): Promise<readonly string[]> =>
      (await send(path)).data.map((each: { slug?: string; name: string }) => each.slug ?? each.name).sort()
    expect({
      configs: await slugs('/configs'),
      prompts: await slugs('/prompts'),
      partials: await slugs('/prompts/partials'),
      integrations: await slugs('/integrations'),
      providers: await slugs('/providers'),
      usageLimits: await slugs('/policies/usage-limits'),
      rateLimits: await slugs('/policies/rate-limits'),
      workspaces: await slugs('/workspaces'),
    }).toEqual({
      configs: ['chat', 'night'],
      prompts: ['greeting'],
      partials: ['tone'],
      integrations: ['spare'],
      providers: ['mock', 'spare'],
      usageLimits: ['monthly'],
      rateLimits: ['calls'],
      workspaces: ['default', 'team'],
    })
    const messages = [{ role: 'user', content: 'Hello' }]
    const key = { 'x-gateway-api-key': 'ptl_zMdjxGKqOApQqVzZfo6pREIkeFNhCkyW_j4WiGJKa1s' }
    // The budget of cost was saved before calls without a price were refused: it admits them, as it did.
    for (const [config, headers] of [
      ['night', key],
      ['night@1', {}],
    ] as const) {
      const named = { ...headers, 'x-gateway-config': config }
      expect(await send('/chat/completions', { model: 'x', messages }, named)).toMatchObject({
        model: 'echo',
        choices: [{ message: { content: 'Hello' } }],
      })
    }
    const rendered = await send('/prompts/greeting/render', { variables: { name: 'Ann' } })
    expect(JSON.stringify(rendered)).toContain('Hello Ann')
  })
})
