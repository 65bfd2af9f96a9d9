// Paths on the command line start where the command was typed, also by way of `npm run portolan`, and so do paths in outputs.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../compiler/cli/commands.ts'
import { typedFolder } from '../../../compiler/cli/typed-folder.ts'
import { PORTOLAN, portolan, start } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers: { mock: { provider: mock } }\nstore: sqlite:.portolan/store.db\n'
const TEST = 'cases:\n  - name: echo\n    expect: { status: 200 }\n'
const TRAFFIC = 'requests: { rate: 1 }\n'

/** A project in a folder below others, and one that is invalid. */
const project = (): string =>
  temporaryFolder({
    'app/gateway.yaml': MANIFEST,
    'app/configs/chat.yaml': 'provider: "@mock"\noverride_params: { model: echo }\n',
    'app/configs/chat.test.yaml': TEST,
    'app/load.traffic.yaml': TRAFFIC,
    'app/litellm.yaml':
      'model_list:\n  - { model_name: a, litellm_params: { model: openai/gpt-4o } }\nnonsense: 1\n',
    'bad/gateway.yaml': 'providers: { mock: { provider: mock } }\n',
    'bad/configs/wrong.yaml': 'provider: "@nowhere"\n',
  })

describe('the folder in which a command was typed', () => {
  const folder = (): string => temporaryFolder({ 'package.json': '{}', 'examples/team/gateway.yaml': '' })
  const npm = (root: string, more: object = {}) => ({
    INIT_CWD: join(root, 'examples/team'),
    npm_lifecycle_event: 'portolan',
    npm_package_json: join(root, 'package.json'),
    ...more,
  })
  const typed = (root: string, environment: Readonly<Record<string, string>>, from = root): string =>
    typedFolder({ environment, folder: from, manifest: join(root, 'package.json') }).slice(root.length)

  it('is that of npm for the script of this package', () => {
    const root = folder()
    expect(typed(root, npm(root))).toBe('/examples/team')
    const link = join(temporaryFolder(), 'link')
    symlinkSync(root, link)
    expect(typed(root, npm(root, { npm_package_json: join(link, 'package.json') }))).toBe('/examples/team')
  })

  it.each<readonly [string, (root: string) => object]>([
    ['without npm', () => ({})],
    ['in another script of this package', root => npm(root, { npm_lifecycle_event: 'start' })],
    [
      'in a script of this name of another package',
      root =>
        npm(root, { npm_package_json: join(temporaryFolder({ 'package.json': '{}' }), 'package.json') }),
    ],
    ['where npm does not name it', root => npm(root, { INIT_CWD: '' })],
    ['where the named folder does not exist', root => npm(root, { INIT_CWD: join(root, 'gone') })],
    ['where the named folder is relative', root => npm(root, { INIT_CWD: 'examples/team' })],
  ])('is the working folder %s', (_, environment) => {
    const root = folder()
    expect(typed(root, environment(root) as Readonly<Record<string, string>>)).toBe('')
  })

  it('is the working folder of a process that a script has started elsewhere', () => {
    const root = folder()
    mkdirSync(join(root, 'other'))
    expect(typed(root, npm(root), join(root, 'other'))).toBe('/other')
  })
})

it('npm run portolan, typed in a folder, reads and writes files there', async () => {
  const folder = join(project(), 'app')
  const environment = {
    INIT_CWD: folder,
    npm_lifecycle_event: 'portolan',
    npm_package_json: `${ROOT}package.json`,
  }
  const run = (...args: readonly string[]) => start(PORTOLAN, args, ROOT, environment).finished
  expect(await run('compile', '.', '-o', 'out.plan.json')).toMatchObject({
    code: 0,
    complaints: expect.stringMatching(/^out\.plan\.json: plan /),
  })
  expect(existsSync(join(folder, 'out.plan.json'))).toBe(true)
  expect((await run('check', '../bad')).out).toContain('../bad/configs/wrong.yaml:1:11 error')
})

/** A command line for each command, typed in `app`; the words that it must print, and the file that it must write. */
const COMMAND_LINES: Readonly<
  Record<string, readonly [args: readonly string[], says: RegExp, writes?: string]>
> = {
  init: [['init', 'new'], /new/, 'new/gateway.yaml'],
  schema: [['schema', '--out', 'schemas'], /schemas\/manifest/, 'schemas/manifest.schema.json'],
  check: [['check', '../bad'], /^\.\.\/bad\/configs\/wrong\.yaml:1:11 error/m],
  fmt: [['fmt', '--check', '../bad'], /^0 of 2 files would change\.$/m],
  drift: [['drift', '--commit', '0'.repeat(40)], /Nothing has drifted: release 1 in /],
  migrate: [['migrate', '--check', '../bad'], /^/],
  replay: [['replay', '--against', '../bad'], /^\.\.\/bad\/configs\/wrong\.yaml:1:11 error/m],
  import: [['import', 'litellm.yaml', '--to', 'new'], /litellm\.yaml:/, 'new/gateway.yaml'],
  compile: [['compile', '-o', '../x.plan.json'], /^\.\.\/x\.plan\.json: plan/m, '../x.plan.json'],
  test: [['test', 'configs/chat.test.yaml'], /1 passed/],
  simulate: [['simulate', 'load.traffic.yaml'], /load\.traffic\.yaml/],
  print: [['print', 'configs/chat.yaml'], /call @mock/],
  analyse: [['analyse', '.', '--only', 'envelope'], /chat/],
  diff: [['diff', '.', '../bad'], /^\.\.\/bad\/configs\/wrong\.yaml:1:11 error/m],
  graph: [['graph', '.', '--format', 'svg', '-o', 'chat.svg'], /^/, 'chat.svg'],
  serve: [['serve', '../bad'], /^\.\.\/bad\/configs\/wrong\.yaml:1:11 error/m],
  push: [['push', '.', '--promote'], /\/app\/\.portolan\/store\.db/, '.portolan/store.db'],
  promote: [['promote', '1'], /release 1/],
  rollback: [['rollback'], /nothing to revert to/],
  history: [['history'], /2 configs|1 config/],
  show: [['show'], /chat@1/],
  status: [['status'], /\/app\/\.portolan\/store\.db/],
  pull: [['pull', '--sources', 'copy'], /in copy/, 'copy/gateway.yaml'],
  secrets: [['secrets', 'rotate-key', '--signing-key', 'key.pem'], /encryption key|\/app\/key\.pem/],
  backup: [['backup', 'copy.db'], /\/app\/copy\.db/, 'copy.db'],
  restore: [['restore', 'none.db'], /\/app\/none\.db does not exist/],
  logs: [['logs', 'export', '--out', 'logs.jsonl'], /\/app\/\.portolan|record/],
  doctor: [['doctor', '../bad'], /1 error/],
  routes: [['routes', '../bad'], /@mock/],
  'admin-key': [['admin-key', 'create', '--file', 'admin.key'], /admin\.key/, 'admin.key'],
}

/** Commands whose arguments are no paths. */
const WITHOUT_PATHS = [
  'guard',
  // Names only the folder that it writes.
  'docs',
  'models',
  'prices',
  'explain',
  'providers',
  'checks',
  'key',
  'completion',
  'lsp',
  'clients',
  'connect',
  'login',
  'token',
  'logout',
]

describe('every command', () => {
  it('that takes paths has a case', () => {
    expect([...Object.keys(COMMAND_LINES), ...WITHOUT_PATHS].sort()).toEqual(
      commands.map(({ name }) => name).sort(),
    )
  })

  it.each(Object.entries(COMMAND_LINES))(
    '%s starts where it was typed',
    async (name, [args, says, writes]) => {
      const root = project()
      const folder = join(root, 'app')
      if (name !== 'push') await portolan(['push', '--promote'], folder)
      const { out, complaints } = await portolan(args, folder)
      expect(`${out}${complaints}`).toMatch(says)
      expect(`${out}${complaints}`).not.toContain(ROOT)
      if (writes !== undefined) expect(existsSync(join(folder, writes))).toBe(true)
    },
  )
})
