// The example of a company: its CI file is run as it stands, on a clean commit and on one that sends Europeans elsewhere, and each rule,
// budget and test of it is broken by a change that should break it.
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Finished, portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { expectSection, fenced } from '../../support/readme-section.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const EXAMPLE = join(ROOT, 'examples/company')

/** The example as a repository of its own, whose origin/main is its first commit. */
function checkout(): string {
  const folder = temporaryFolder({})
  cpSync(EXAMPLE, folder, { recursive: true })
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], {
      cwd: folder,
    })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  return folder
}

/** The commands of the CI file, without where their output goes. */
const ciCommands = (): readonly (readonly string[])[] => {
  const file = parse(readFileSync(join(EXAMPLE, '.github/workflows/gateway.yaml'), 'utf8'))
  const steps: readonly { readonly run?: string }[] = file.jobs.check.steps
  return steps.flatMap(({ run = '' }) =>
    run.startsWith('portolan ') ? [run.replace(/ > .*/, '').split(' ').slice(1)] : [],
  )
}

async function runCi(folder: string): Promise<ReadonlyMap<string, Finished>> {
  const results = new Map<string, Finished>()
  for (const words of ciCommands()) results.set(words[0] ?? '', await portolan(words, folder))
  return results
}

const codes = (results: ReadonlyMap<string, Finished>): object =>
  Object.fromEntries(Array.from(results, ([name, { code }]) => [name, code]))

const change = (folder: string, file: string, from: string, to: string): void => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

const README = 'examples/company/README.md'

/** The commands of the README, with the names of the blocks that show what they print. */
const shownCommands = (text: string): readonly (readonly [name: string, words: readonly string[]])[] =>
  Array.from(
    text.matchAll(/```sh\nportolan (.*)\n```\n\n<!-- (\w+) -->/g),
    ([, command = '', name = '']) => [name, command.split(' ')] as const,
  )

describe('the example company', () => {
  it('has some 20 configs, and its CI passes', async () => {
    expect(readdirSync(join(EXAMPLE, 'configs')).filter(name => !/^_|\.test\./.test(name))).toHaveLength(21)
    const folder = checkout()
    const results = await runCi(folder)
    expect(codes(results)).toEqual({ check: 0, test: 0, diff: 0, graph: 0 })
    expect(results.get('diff')?.out).toContain('equivalent')
    expect(results.get('test')?.out.match(/<testcase /g)).toHaveLength(8)
    expect(readFileSync(join(folder, 'plans.html'), 'utf8').match(/<svg/g)).toHaveLength(21)
  })

  it('a change that lets Europe reach the US fails check, diff and a test', async () => {
    const folder = checkout()
    change(
      folder,
      'configs/_regions.ts',
      "ask('@paris', 'claude-sonnet-5-5')",
      "ask('@anthropic', 'claude-sonnet-5-5')",
    )
    const results = await runCi(folder)
    expect(codes(results)).toMatchObject({ check: 1, test: 1, diff: 1 })
    expect(results.get('check')?.out).toMatch(
      /^::error file=configs\/_regions\.ts,.*title=flow-not-allowed::/m,
    )
    expect(results.get('diff')?.out).toMatch(/### chat: security/)
    // Tests run configs that are valid: the rule about Europe is refuted before.
    expect(results.get('test')?.out).toContain('The tests cannot be run.')
  })

  it.each<readonly [string, string, string, string, string]>([
    [
      'a key that chooses its config',
      'gateway.yaml',
      '    allow_config_override: false\n',
      '',
      'flow-not-allowed',
    ],
    [
      'more time than the budget',
      'configs/nightly.yaml',
      'request_timeout: 100000',
      'request_timeout: 1000000',
      'budget-exceeded',
    ],
    ['a host for the key of another vendor', 'configs/hr.yaml', '"@gpu"', '"@gpux"', 'unknown-slug'],
  ])('%s is refused', async (_title, file, from, to, expected) => {
    const folder = checkout()
    change(folder, file, from, to)
    const { code, out } = await portolan(['check', '.', '--format', 'one-line'], folder)
    expect(code).toBe(1)
    expect(out).toContain(`[${expected}]`)
  })

  it('a change that moves nothing is said to be equivalent', async () => {
    const folder = checkout()
    change(folder, 'configs/hr.yaml', 'provider: "@gpu"\n', '# Another comment.\nprovider: "@gpu"\n')
    const { code, out } = await portolan(['diff', 'git:origin/main', '.', '--fail-on', 'cosmetic'], folder)
    expect(code).toBe(0)
    expect(out).toMatch(/21 configs: equivalent\n.*\bhr\b/)
  })

  it('its README shows every command of its CI, and what each prints', async () => {
    const folder = checkout()
    const [before = '', after = ''] = readFileSync(join(ROOT, README), 'utf8').split('<!-- change ')
    const [, file = '', added = ''] = /^(\S+) -->\n```yaml\n([\s\S]*?)```/.exec(after) ?? []
    const codes = new Map<string, number | null>()
    const runAll = async (text: string): Promise<void> => {
      for (const [name, words] of shownCommands(text)) {
        const { code, out } = await portolan(words, folder)
        codes.set(name, code)
        expectSection(README, fenced(name), out)
      }
    }
    await runAll(before)
    change(folder, file, 'request_timeout', `${added}request_timeout`)
    await runAll(after)
    expect(Object.fromEntries(codes)).toEqual({
      analyse: 0,
      flows: 0,
      test: 0,
      simulate: 0,
      traffic: 0,
      check: 1,
      diff: 1,
      graph: 0,
    })
    const shown = [...shownCommands(before), ...shownCommands(after)].map(([, [name]]) => name)
    expect(ciCommands().filter(([name]) => !shown.includes(name))).toEqual([])
  })
})
