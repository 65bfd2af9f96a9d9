// What commands print in terminals of 80 and 140 columns, with and without colours, on the examples. One golden a command in `widths/`;
// `UPDATE=1` rewrites them, and somebody reads them. Codes of colours are written as ‹31›: without them it is what is printed without colours.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../../compiler/cli/commands.ts'
import { COLOUR, visibleWidth } from '../../../compiler/cli/layout/fit-text.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { expectGolden } from '../../support/golden.ts'
import { makeFolder } from '../../support/temporary-folder.ts'
import { loggedRequests } from './widths/logged-requests.ts'

const MANIFEST = `providers: { mock: { provider: mock }, spare: { provider: mock } }
store: sqlite:.portolan/store.db
telemetry: { log_store: {} }
`
const CONFIG = `strategy: { mode: fallback, on_status_codes: [429, 503] }
targets:
  - { provider: "@mock", retry: { attempts: 1, on_status_codes: [503] }, override_params: { model: echo, temperature: 0.2 } }
  - provider: "@spare"
`
const TESTS = `cases:
  - name: the second target is called when the first one is overloaded, and nothing else is called for such requests
    upstreams: { "@mock": { status: 503 } }
    expect: { calls: ["@spare"], status: 503 }
  - name: an echo comes back
    expect: { calls: ["@mock"], status: 200 }
`

const VENDORS = `providers:
  openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  anthropic: { provider: anthropic, api_key: "\${env:ANTHROPIC_API_KEY}" }
`
const balancer = (one: number, other: number, model: string): string => `strategy: { mode: loadbalance }
targets:
  - { weight: ${one}, provider: "@openai", override_params: { model: ${model}, max_tokens: 1000 } }
  - { weight: ${other}, provider: "@anthropic", override_params: { model: claude-sonnet-4-5, max_tokens: 1000 } }
`

const LITELLM = `model_list:
  - model_name: chat
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_KEY_ONE, rpm: 300, tags: [free] }
litellm_settings: { callbacks: [my_own_logger_of_the_platform_team.instance_for_production] }
`
const EARLIER = `providers: { azure: { provider: azure, azure_entra_scope: scope, api_key: "\${env:KEY}" } }
policies: { usage_limits: [{ name: monthly, type: cost, credit_limit: 100 }] }
`

/** A project with a store: two releases, a runtime that follows them, logged requests, a test that fails and a mistake. */
async function makeProject(): Promise<string> {
  const folder = makeFolder({
    'gateway.yaml': MANIFEST,
    'configs/chat.yaml': CONFIG,
    'configs/chat.test.yaml': TESTS,
    'before/gateway.yaml': VENDORS,
    'before/configs/chat.yaml': balancer(70, 30, 'gpt-4o-mini'),
    'after/gateway.yaml': VENDORS,
    'after/configs/chat.yaml': balancer(50, 50, 'gpt-4o'),
    'slower/gateway.yaml': MANIFEST,
    'slower/configs/chat.yaml': CONFIG.replace('{ provider: "@mock", retry', '{ provider: "@spare", retry'),
    'other/litellm.yaml': LITELLM,
    'earlier/gateway.yaml': EARLIER,
    'mistakes/wrong.yaml': `# ${'A long line of the source. '.repeat(5)}\nprovider: opnai\nretry: { attempts: 99 }\n`,
  })
  const by = [
    '--by',
    'ann',
    '-m',
    'The second target is called for limits and outages, as the team of the chat asked',
  ]
  await portolan(['push', '--promote', ...by], folder)
  await portolan(['diff', '--live', '--plan', 'review.json'], folder)
  const store = await openResourceStore('sqlite:.portolan/store.db', {
    ...{ folder, environment: {} },
    clock: { now: Date.now, monotonic: () => 0, after: () => () => {} },
  })
  await store.heartbeat({
    id: 'gateway-7c9d8f6b5-x2x9z:8787',
    value: { project: 'main', label: 'live', plan: '0123456789ab', revision: 3, deployment: 'europe-west' },
    // Later than now, so that it is running however long the tests take.
    at: Date.now() + 3_600_000,
  })
  await store.close()
  const logs = await openLogStore('sqlite:.portolan/store.db', { folder })
  await logs.append({
    id: 'one',
    lines: loggedRequests.map((each: LogRecord) => JSON.stringify(each)).join('\n'),
  })
  await logs.close()
  return folder
}

interface Shown {
  readonly args: readonly string[]
  /** In the project above; otherwise among the examples. */
  readonly isOwn?: true
  /** With what goes to standard error. */
  readonly isWhole?: true
  /** Is run once a width, with colours. */
  readonly isSlow?: true
}

const SINCE = ['--since', '99999d'] as const

const SHOWN: Readonly<Record<string, Shown>> = {
  'analyse-company': { args: ['analyse', 'examples/company', '--config', 'assistant'], isSlow: true },
  'analyse-proved-flows': { args: ['analyse', 'examples/proved-flows'] },
  check: { args: ['check', 'mistakes/wrong.yaml'], isOwn: true },
  'diff-weights': { args: ['diff', 'before', 'after'], isOwn: true },
  'diff-live': {
    args: ['diff', '--live', 'after', '--store', 'sqlite:.portolan/store.db'],
    isOwn: true,
    isWhole: true,
    isSlow: true,
  },
  'diff-proved-flows': { args: ['diff', 'examples/proved-flows', 'examples/proved-flows/proposal'] },
  drift: {
    args: [
      'drift',
      'after',
      '--store',
      'sqlite:.portolan/store.db',
      '--commit',
      '0123456789abcdef0123456789abcdef01234567',
    ],
    isOwn: true,
    isWhole: true,
    isSlow: true,
  },
  fmt: { args: ['fmt', '--check', '.'], isOwn: true, isWhole: true },
  'help-check': { args: ['check', '--help'] },
  'help-logs': { args: ['logs', '--help'] },
  'help-lsp': { args: ['lsp', '--help'] },
  import: { args: ['import', 'other/litellm.yaml', '--dry-run'], isOwn: true, isWhole: true },
  history: { args: ['history'], isOwn: true },
  'logs-tail': { args: ['logs', 'tail', ...SINCE], isOwn: true, isSlow: true },
  'logs-top': { args: ['logs', 'top', '--by', 'config', ...SINCE], isOwn: true, isSlow: true },
  'logs-why': { args: ['logs', 'why', 'order-17', ...SINCE], isOwn: true },
  migrate: { args: ['migrate', '--from', '0.1', '--check', 'earlier'], isOwn: true, isWhole: true },
  'prices-provider': { args: ['prices', '--provider', 'cerebras'], isSlow: true },
  'providers-page': { args: ['providers', 'cerebras'] },
  'promote-plan': { args: ['promote', '--plan', 'review.json'], isOwn: true, isWhole: true },
  push: {
    args: ['push', '--by', 'ann', '-m', 'The same configs once more, which the team of the chat asked for'],
    isOwn: true,
  },
  replay: {
    args: ['replay', '--against', 'slower', '--last', '99999d'],
    isOwn: true,
    isWhole: true,
    isSlow: true,
  },
  status: { args: ['status'], isOwn: true },
  test: { args: ['test', '--coverage', '100'], isOwn: true },
}

let project = ''
beforeAll(async () => {
  project = await makeProject()
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const shown = async (
  { args, isOwn, isWhole }: Shown,
  columns?: number,
  isColoured = false,
): Promise<string> => {
  const screen = columns === undefined ? undefined : { columns }
  const environment: Record<string, string> = isColoured ? {} : { NO_COLOR: '1' }
  const { out, complaints } = await portolan(args, isOwn ? project : ROOT, environment, () => 0, screen)
  return (isWhole ? out + complaints : out)
    .replaceAll(/\b[0-9a-f]{12}(?=[\s)])/g, '0123456789ab')
    .replaceAll(/202[6-9]-\d\d-\d\d \d\d:\d\d UTC/g, '2026-01-01 00:00 UTC')
    .replaceAll(/seen \d s ago/g, 'seen 0 s ago')
}

/** A line of one word, such as an address, may be longer. */
const isOneWord = (line: string): boolean => !line.trim().includes(' ')

const tooLong = (text: string, columns: number): readonly string[] =>
  text.split('\n').filter(line => visibleWidth(line) > columns && !isOneWord(line))

const WIDTHS = [80, 140]

/** The path of the store is another one everywhere, so lines before the labels are not kept, nor where its line ends. */
function keptOf(name: string, text: string): string {
  if (name === 'push' || name === 'drift')
    return `${text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/sqlite:\S+/g, 'STORE')
      .trim()}\n`
  return name === 'status' ? text.slice(text.indexOf('live:')) : text
}

it.each(Object.entries(SHOWN))('%s fits 80 and 140 columns, and is read', async (name, command) => {
  const parts: string[] = []
  for (const columns of WIDTHS) {
    const coloured = await shown(command, columns, true)
    const plain = coloured.replaceAll(COLOUR, '')
    expect(tooLong(plain, columns)).toEqual([])
    if (!command.isSlow) expect(await shown(command, columns)).toBe(plain)
    const visible = coloured.replaceAll(COLOUR, code => `‹${code.slice(2, -1)}›`)
    parts.push(`-- ${columns} columns --\n${keptOf(name, visible)}`)
  }
  expectGolden(`${import.meta.dirname}/widths/${name}.txt`, parts.join(''))
})

describe('a pipe', () => {
  it('has a row a line, however long', async () => {
    const { out } = await portolan(['analyse', 'examples/proved-flows', '--only', 'failures'], ROOT)
    expect(out).toMatch(/^ +408, 500, 502-504, 529 \(also in a 200\) .* that status$/m)
  })

  it('is laid out where COLUMNS says how wide', async () => {
    const args = ['analyse', 'examples/company', '--config', 'assistant']
    const { out } = await portolan(args, ROOT, { COLUMNS: '90' })
    expect(tooLong(out, 90)).toEqual([])
    expect(out.split('\n').some(line => line.length > 80)).toBe(true)
  })

  it('has JSON and Markdown as they are, whatever COLUMNS says', async () => {
    for (const format of ['json', 'markdown']) {
      const args = ['diff', 'examples/proved-flows', 'examples/proved-flows/proposal', '--format', format]
      const { out } = await portolan(args, ROOT)
      expect((await portolan(args, ROOT, { COLUMNS: '80' })).out).toBe(out)
    }
  })
})

describe('help', () => {
  it.each(commands.map(({ name }) => name))(
    'of %s fits 80, 60 and 40 columns, and loses no word',
    async name => {
      const words = (text: string): readonly string[] => text.split(/\s+/)
      const { out } = await portolan([name, '--help'], ROOT)
      for (const columns of [80, 60, 40]) {
        const fitted = (await portolan([name, '--help'], ROOT, { COLUMNS: String(columns) })).out
        expect(tooLong(fitted, columns)).toEqual([])
        expect(words(fitted)).toEqual(words(out))
      }
    },
  )
})
