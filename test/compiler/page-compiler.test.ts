// The compiler of a page: what it makes of files is what the command line says about their folder.
import { expect, it } from 'vitest'
import { exampleFiles } from '../../compiler/cli/docs/example-files.ts'
import { createPageCompiler } from '../../compiler/cli/page/page-compiler.ts'
import { portolan } from '../support/command.ts'
import { ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const createCompiler = () => createPageCompiler(Date.now, () => '')
const ROUTING = exampleFiles(`${ROOT}examples/routing`)
const CONFIG = 'configs/by-team.yaml'

it('plans and sections are those of print and analyse', async () => {
  const { plans, sections } = createCompiler().compile(ROUTING, 'by-team')
  const printed = await portolan(['print'], `${ROOT}examples/routing`)
  expect(`by-team\n${plans[0]?.tree}`).toBe(printed.out.trimEnd())
  expect(sections.map(({ title }) => title)).toEqual([
    'Failures',
    'Envelope',
    'Reachability',
    'Capabilities',
    'Flows',
  ])
})

it('diagnostics are those of check, with places in the text and edits that mend it', async () => {
  const text = (ROUTING[CONFIG] ?? '').replace('then: careful', 'then: carful')
  const files = { ...ROUTING, [CONFIG]: text }
  const { diagnostics } = createCompiler().compile(files, undefined)
  const checked = await portolan(['check', '--format', 'json'], temporaryFolder(files))
  const byCommand = JSON.parse(checked.out) as { readonly diagnostics: readonly { readonly code: string }[] }
  expect(diagnostics.map(({ code }) => code)).toEqual(byCommand.diagnostics.map(({ code }) => code))
  const edits = diagnostics.flatMap(({ edit }) => edit ?? [])
  expect(edits.map(({ start, end, text: written }) => [text.slice(start, end), written])).toEqual([
    ['carful', 'careful'],
  ])
})

it('completes, describes and formats what is open', () => {
  const compiler = createCompiler()
  const text = `${ROUTING[CONFIG]}retry: {   attempts: 2 }\nca`
  compiler.compile({ ...ROUTING, [CONFIG]: `${ROUTING[CONFIG]}retry: {   attempts: 2 }\n` }, undefined)
  const { items } = compiler.complete(CONFIG, text, text.length)
  expect(items.map(({ label }) => label)).toContain('cache')
  expect(compiler.hover(CONFIG, text.indexOf('attempts'))?.text).toContain('attempts')
  expect(compiler.format(CONFIG)).toContain('retry: { attempts: 2 }')
})

it('sends a request where the conditions of the config send it', () => {
  const compiler = createCompiler()
  compiler.compile(ROUTING, undefined)
  const targetOf = (team: string, tokens: number) =>
    compiler
      .route('by-team', { path: '/v1/chat/completions', metadata: { team }, body: { max_tokens: tokens } })
      ?.map(({ target }) => target)
  expect(targetOf('legal', 1)).toEqual(['config.targets[0]'])
  expect(targetOf('sales', 1)).toEqual(['config.targets[1]'])
  expect(targetOf('sales', 5000)).toEqual(['config.targets[1]'])
  expect(targetOf('none', 5000)).toEqual(['config.targets[0]'])
  expect(compiler.route('missing', { path: '/', metadata: {}, body: {} })).toBeUndefined()
})

it('names what only the command line compiles', () => {
  const { limits, plans, configs } = createCompiler().compile(
    {
      'gateway.yaml': 'providers: { mock: { provider: mock } }\nchecks: { acme.tone: checks/tone.ts }\n',
      'configs/a.yaml': 'provider: "@mock"\n',
      'configs/b.ts': 'export default {}\n',
      'configs/a.test.yaml': 'cases: []\n',
    },
    undefined,
  )
  expect(plans.map(({ id }) => id)).toEqual(['a'])
  expect(configs.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(limits).toEqual([
    'TypeScript is compiled by the command line only: configs/b.ts.',
    'Tests are run by "portolan test": configs/a.test.yaml.',
    'Modules of custom checks are loaded by the command line only: acme.tone.',
  ])
})

it('writes a model in place of another where the project names it, and leaves what callers send', () => {
  const compiler = createCompiler()
  const files = {
    'gateway.yaml':
      'providers: { openai: { provider: openai, api_key: "${env:KEY}" } }\naliases: { fast: "@openai/gpt-4-turbo" }\n',
    'configs/chat.yaml':
      'strategy:\n  mode: conditional\n  conditions: [{ query: { params.model: gpt-4-turbo }, then: a }]\n  default: a\ntargets:\n  - { name: a, provider: "@openai", override_params: { model: gpt-4-turbo } }\n',
  }
  expect(compiler.replace('gpt-4-turbo', 'gpt-5.6-sol')).toBeUndefined()
  compiler.compile(files, undefined)
  const { edits = [], mentioned, faults } = compiler.replace('gpt-4-turbo', 'gpt-5.6-sol') ?? {}
  const changed: Record<string, string> = { ...files }
  for (const { file, start, end, text } of edits)
    changed[file] = (changed[file] ?? '').slice(0, start) + text + (changed[file] ?? '').slice(end)
  expect(changed).toEqual({
    'gateway.yaml': files['gateway.yaml'].replace('gpt-4-turbo', 'gpt-5.6-sol'),
    'configs/chat.yaml': files['configs/chat.yaml'].replace(
      'model: gpt-4-turbo } }\n',
      'model: gpt-5.6-sol } }\n',
    ),
  })
  expect([mentioned, faults]).toEqual([1, []])
  expect(compiler.replace('gpt-9', 'gpt-5.6-sol')?.edits).toEqual([])
})
