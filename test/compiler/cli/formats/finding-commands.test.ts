// Every command that compiles configs prints what it finds in every format of findings, and as SARIF a valid document where it finds
// nothing; what else it would show does not mix with it.
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../compiler/cli/commands.ts'
import { FORMAT_NAMES } from '../../../../compiler/cli/formats/formats.ts'
import { portolan } from '../../../support/command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { parseSarif } from './sarif-schema.ts'

const MANIFEST = 'providers:\n  main: { provider: openai, api_key: "${env:MAIN_KEY}" }\n'
const WARNED = 'provider: "@main"\nretry: { attempts: 1, use_retry_after_header: true }\n'

/** The words of each command, with a project in which it finds `code`. */
interface Finding {
  readonly words: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly code?: string
  /** The file of the finding, `configs/chat.yaml` by default. */
  readonly place?: string
  readonly exit?: number
}

const FINDINGS: Readonly<Record<string, Finding>> = {
  analyse: { words: [] },
  check: { words: [] },
  checks: {
    words: [],
    files: { 'gateway.yaml': 'checks:\n  company.tone: ./checks/missing.ts\n' },
    code: 'unusable-check-module',
    place: 'gateway.yaml',
  },
  compile: { words: [] },
  diff: { words: ['.', '.'], exit: 2 },
  fmt: {
    words: ['--check'],
    files: {
      'gateway.yaml': MANIFEST,
      'configs/chat.yaml': 'provider: [main\n',
      'configs/other.yaml': 'retry:  {attempts: 1}\nprovider: "@main"\n',
    },
    code: 'malformed-yaml',
  },
  graph: { words: [] },
  import: {
    words: ['litellm.yaml', '--to', 'gateway'],
    files: {
      'litellm.yaml':
        'model_list:\n  - model_name: chat\n    litellm_params: { model: openai/gpt-6-sol, api_key: os.environ/KEY }\nnonsense: 1\n',
    },
    code: 'import-unknown-property',
    place: 'litellm.yaml',
    exit: 0,
  },
  print: { words: [] },
  push: { words: ['--store', 'folder:store'] },
  serve: { words: ['--no-watch', '--port', '0'] },
  simulate: { words: ['configs/chat.traffic.yaml'] },
  test: { words: [] },
}
const FILES = {
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': 'provider: "@mian"\n',
  'configs/chat.test.yaml': 'cases: [{ name: replies, expect: { status: 200 } }]\n',
  'configs/chat.traffic.yaml': 'providers: { "*": {} }\n',
}

const run = ({ words, files = FILES }: Finding, name: string, format: string) =>
  portolan([name, ...words, '--format', format], temporaryFolder(files))

describe('every command that compiles configs', () => {
  it('is in this table, and no other takes formats of findings', async () => {
    const loaded = await Promise.all(commands.map(async ({ name, load }) => ({ name, ...(await load()) })))
    const takes = loaded.filter(({ help }) => help.includes('gitlab')).map(({ name }) => name)
    // What drifts is in a store, not in configs.
    expect(takes.filter(name => name !== 'drift').sort()).toEqual(Object.keys(FINDINGS))
  })

  const cases = Object.entries(FINDINGS).flatMap(([name, each]) =>
    // The picture and the list are what these show, not findings.
    FORMAT_NAMES.filter(format => name !== 'checks' || !['pretty', 'json'].includes(format)).map(
      format => [name, format, each] as const,
    ),
  )
  it.each(cases)('%s --format %s: what is wrong, with its place', async (name, format, finding) => {
    const { code, out, complaints } = await run(finding, name, format)
    const printed = name === 'push' && format === 'pretty' ? complaints : out
    expect(printed).toContain(finding.code ?? 'unknown-slug')
    expect(printed).toContain(finding.place ?? 'configs/chat.yaml')
    expect(code).toBe(finding.exit ?? 1)
    if (format === 'sarif') expect(parseSarif(out).results).toHaveLength(1)
    if (format === 'json') expect(JSON.parse(out).diagnostics).toHaveLength(1)
    if (format === 'gitlab') expect(JSON.parse(out)).toHaveLength(1)
  })
})

describe('without errors', () => {
  const files = { ...FILES, 'configs/chat.yaml': WARNED }
  it.each(['analyse', 'graph', 'print', 'push', 'simulate'])(
    '%s --format sarif: findings alone',
    async name => {
      const { words } = FINDINGS[name] ?? { words: [] }
      const { code, out } = await run({ words, files }, name, 'sarif')
      const rules = parseSarif(out).results.map(({ ruleId }: { ruleId: string }) => ruleId)
      // The warning is about a name, which no analysis shows.
      expect([code, rules]).toEqual([0, name === 'analyse' ? [] : ['alias-setting']])
    },
  )

  it('analyse prints the findings of its analyses, and of one config', async () => {
    const effort = (name: string): string =>
      `strategy: { mode: fallback, on_status_codes: [503] }\nretry: { attempts: 1, on_status_codes: [429] }\ntargets: [{ provider: "@main" }, { provider: "@main" }]\n# ${name}\n`
    const folder = temporaryFolder({
      'gateway.yaml': `${MANIFEST}budgets: { calls: 3 }\n`,
      'configs/one.yaml': effort('one'),
      'configs/two.yaml': effort('two'),
    })
    const rules = async (...words: readonly string[]): Promise<readonly string[]> => {
      const { out } = await portolan(['analyse', '--format', 'one-line', ...words], folder)
      return out
        .trim()
        .split('\n')
        .map(line => `${line.split(':')[0]} ${/\[([a-z-]+)\]$/.exec(line)?.[1]}`)
    }
    const [one, two] = ['configs/one.yaml', 'configs/two.yaml']
    expect(await rules('--only', 'envelope')).toEqual([`${one} budget-exceeded`, `${two} budget-exceeded`])
    expect(await rules('--config', 'one')).toContain(`${one} budget-exceeded`)
    expect((await rules('--config', 'one')).join()).not.toContain('two')
    expect(await rules('--only', 'failures', '--config', 'two')).not.toContain(`${two} budget-exceeded`)
    expect((await rules('--only', 'failures', '--config', 'two')).length).toBeGreaterThan(0)
  })

  it.each(['analyse', 'print', 'graph'])('%s of a compiled plan has no sources to find in', async name => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': WARNED })
    await portolan(['compile'], folder)
    const { code, complaints } = await portolan([name, 'gateway.plan.json', '--format', 'sarif'], folder)
    expect([code, complaints]).toEqual([64, expect.stringContaining('name the project')])
  })

  it('push --format json has the release with the findings', async () => {
    const { out } = await run({ words: ['--store', 'folder:store'], files }, 'push', 'json')
    expect(JSON.parse(out)).toMatchObject({ kind: 'pushed', diagnostics: [{ code: 'alias-setting' }] })
  })
})
