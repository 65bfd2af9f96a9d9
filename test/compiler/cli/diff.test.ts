// `portolan diff`: exit codes, levels and formats, sides of git, and the commands of the example as its README shows them.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORMAT_NAMES } from '../../../compiler/cli/formats/formats.ts'
import { portolan } from '../../support/command.ts'
import { crowdedConditions } from '../../support/crowded-conditions.ts'
import { ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST =
  'providers:\n  main: { provider: openai, api_key: "${env:MAIN_KEY}" }\n  backup: { provider: anthropic, api_key: "${env:BACKUP_KEY}" }\n'
const ONE = 'provider: "@main"\n'
const REWRITTEN = '# The same.\nstrategy: { mode: fallback }\ntargets:\n  - provider: "@main"\n'
const TWO = 'strategy: { mode: fallback }\ntargets: [{ provider: "@main" }, { provider: "@backup" }]\n'
const RETRIED = 'provider: "@main"\nretry: { attempts: 2 }\n'

/** A, then B, then C where both replied with 429: and the same unless A and B reply with different statuses. */
const FLAT = `strategy: { mode: fallback, on_status_codes: [429, 500] }
targets:
  - { provider: "@main", override_params: { model: a } }
  - strategy: { mode: fallback, on_status_codes: [429] }
    targets:
      - { provider: "@main", override_params: { model: b } }
      - { provider: "@main", override_params: { model: c } }
`
const MIXED = `strategy: { mode: fallback, on_status_codes: [429] }
targets:
  - strategy: { mode: fallback, on_status_codes: [500] }
    targets:
      - { provider: "@main", override_params: { model: a } }
      - { provider: "@main", override_params: { model: b } }
  - strategy: { mode: fallback, on_status_codes: [429] }
    targets:
      - { provider: "@main", override_params: { model: b } }
      - { provider: "@main", override_params: { model: c } }
`
const BALANCED =
  'strategy: { mode: loadbalance }\ntargets: [{ provider: "@main", weight: 3 }, { provider: "@backup" }]\n'
const NESTED = `strategy: { mode: loadbalance }
targets:
  - { provider: "@backup", weight: 2 }
  - weight: 6
    strategy: { mode: loadbalance }
    targets: [{ provider: "@main" }, { strategy: { mode: fallback }, targets: [{ provider: "@main" }] }]
`

/** A config whose last condition is met by no request, which is not decided. */
function crowdedConfig(fields: number, then: string): string {
  const targets = ['same', 'one', 'two'].map(name => ({
    name,
    provider: '@main',
    override_params: { model: name },
  }))
  const conditions = crowdedConditions(fields, then)
  return JSON.stringify({ strategy: { mode: 'conditional', conditions, default: 'same' }, targets })
}

const sides = (before: string, after: string): string =>
  temporaryFolder({
    'a/gateway.yaml': MANIFEST,
    'a/configs/chat.yaml': before,
    'b/gateway.yaml': MANIFEST,
    'b/configs/chat.yaml': after,
  })

describe('diff', () => {
  it.each<readonly [string, string, readonly string[], number, RegExp]>([
    [
      'a config and itself, written otherwise',
      REWRITTEN,
      [],
      0,
      /chat: equivalent\n {2}Proved over one class/,
    ],
    ['a new host', TWO, [], 1, /security: new is .*messages.* to https:\/\/api\.anthropic\.com/],
    ['a new host, at the level security', TWO, ['--fail-on', 'security'], 1, /differences: security/],
    [
      'more calls, at the level cost',
      RETRIED,
      ['--fail-on', 'cost'],
      1,
      /calls of targets: at most 1 → at most 3/,
    ],
    ['more calls, at the level security', RETRIED, ['--fail-on', 'security'], 0, /differences: cost/],
    ['any difference, never', TWO, ['--fail-on', 'never'], 0, /differences: security/],
    ['a side with errors', 'retyr: {}\n', [], 2, /unknown-property/],
  ])('%s', async (_title, after, words, expected, says) => {
    const { code, out } = await portolan(['diff', 'a', 'b', ...words], sides(ONE, after))
    expect(out).toMatch(says)
    expect(code).toBe(expected)
  })

  it('a config of another structure that does the same', async () => {
    const { code, out } = await portolan(['diff', 'a', 'b'], sides(BALANCED, NESTED))
    expect([code, out]).toEqual([0, expect.stringContaining('chat: equivalent')])
  })

  it('what differs only if replies are not all alike, with a shortest sequence of them', async () => {
    const { code, out } = await portolan(['diff', 'a', 'b'], sides(FLAT, MIXED))
    expect(code).toBe(1)
    expect(out).toMatch(/after @main a replied with 500, then @main b replied with 429 +@main c +@main b/)
  })

  it('as JSON and Markdown', async () => {
    const folder = sides(ONE, TWO)
    const json = await portolan(['diff', 'a', 'b', '--format', 'json'], folder)
    expect(JSON.parse(json.out)).toMatchObject({ level: 'security', configs: [{ id: 'chat' }] })
    const { out } = await portolan(['diff', 'a', 'b', '--format', 'markdown'], folder)
    expect(out).toMatch(
      /^## Differences: security\n\n[\s\S]*\| `chat` \| security \|[\s\S]*<details>[\s\S]*### chat: security/,
    )
  })

  it.each([...FORMAT_NAMES, 'markdown'])('what is not decided, as %s', async format => {
    const [before, after] = ['one', 'two'].map(then => crowdedConfig(9, then))
    const { code, out } = await portolan(
      ['diff', 'a', 'b', '--format', format],
      sides(before ?? '', after ?? ''),
    )
    expect([code, out]).toEqual([1, expect.stringContaining('its conditions have too many combinations')])
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['one side', ['a'], /two versions/],
    ['an unknown level', ['a', 'b', '--fail-on', 'securty'], /Did you mean "security"/],
    ['an unknown format', ['a', 'b', '--format', 'html'], /junit, markdown or terraform/],
  ])('%s: a sentence and 64', async (_title, words, sentence) => {
    const { code, complaints } = await portolan(['diff', ...words], sides(ONE, ONE))
    expect([code, complaints]).toEqual([64, expect.stringMatching(sentence)])
  })

  it('names the manifest as the folder of the terminal has it, also for projects without configs', async () => {
    const folder = temporaryFolder({
      'a/gateway.yaml': MANIFEST,
      'b/gateway.yaml': `${MANIFEST}aliases: { fast: "@main/gpt-5" }\n`,
      'a/configs/chat.yaml': ONE,
      'b/configs/chat.yaml': ONE,
      'c/gateway.yaml': MANIFEST,
      'd/gateway.yaml': `${MANIFEST}aliases: { fast: "@main/gpt-5" }\n`,
    })
    for (const [before, after] of [
      ['a', 'b'],
      ['c', 'd'],
    ] as const) {
      const { code, out } = await portolan(['diff', before, after, '--format', 'one-line'], folder)
      expect([code, out]).toEqual([1, expect.stringMatching(new RegExp(`^${after}/gateway\\.yaml:1:1: `))])
    }
  })

  it('with a commit of git, whose working copy and index stay as they are', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': ONE })
    const git = (...words: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], {
        cwd: folder,
        encoding: 'utf8',
      })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'one')
    writeFileSync(join(folder, 'configs/chat.yaml'), TWO)
    const before = git('status', '--porcelain')
    const { code, out } = await portolan(['diff', 'git:HEAD', '.'], folder)
    expect([code, out]).toEqual([1, expect.stringContaining('https://api.anthropic.com')])
    expect(git('status', '--porcelain')).toBe(before)
    expect((await portolan(['diff', 'git:nowhere', '.'], folder)).code).toBe(2)
    // From elsewhere the project is read in its own repository.
    const elsewhere = await portolan(['diff', 'git:HEAD', folder], temporaryFolder())
    expect([elsewhere.code, elsewhere.out]).toEqual([1, expect.stringContaining('https://api.anthropic.com')])
    expect(git('status', '--porcelain')).toBe(before)
  })

  it('names the plan that a renamed config has in common with its former name', async () => {
    const folder = temporaryFolder({
      'a/gateway.yaml': MANIFEST,
      'a/configs/chat.yaml': ONE,
      'b/gateway.yaml': MANIFEST,
      'b/configs/talk.yaml': `# The same.\n${ONE}`,
      'b/configs/other.yaml': TWO,
    })
    const { out } = await portolan(['diff', 'a', 'b'], folder)
    expect(out).toContain('chat: removed (routing), same plan as talk')
    expect(out).toContain('talk: added (routing), same plan as chat')
    expect(out).toMatch(/^other: added \(\w+\)$/m)
    const { out: comment } = await portolan(['diff', 'a', 'b', '--format', 'markdown'], folder)
    expect(comment).toContain('same plan as chat')
  })
})

describe('the example proved-flows', () => {
  const README = readFileSync(join(ROOT, 'examples/proved-flows/README.md'), 'utf8')
  const shown = [...README.matchAll(/```\n([\s\S]*?)```/g)].map(([, text = '']) => text.trimEnd())

  it.each<readonly [string, readonly string[], number]>([
    ['check', ['check', 'examples/proved-flows/proposal'], 0],
    ['diff', ['diff', 'examples/proved-flows', 'examples/proved-flows/proposal', '--fail-on', 'security'], 1],
  ])('%s says what its README shows', async (_title, words, index) => {
    const { code, out } = await portolan(words)
    expect(code).toBe(1)
    expect(out).toContain(shown[index] ?? 'nothing')
  })
})

describe('settings of the manifest', () => {
  const project = (manifest: string, configs = { 'configs/a.yaml': ONE }) => ({
    'gateway.yaml': MANIFEST + manifest,
    ...configs,
  })
  const compare = async (before: string, after: string, ...options: readonly string[]) => {
    const folder = temporaryFolder(
      Object.fromEntries(
        [project(before), project(after)].flatMap((files, index) =>
          Object.entries(files).map(([name, text]) => [`${['x', 'y'][index]}/${name}`, text]),
        ),
      ),
    )
    return await portolan(['diff', 'x', 'y', ...options], folder)
  }
  const HASH = `sha256:${'0123456789abcdef'.repeat(4)}`

  it.each([
    ['a limit', '', 'limits: { connections: 9 }', /limits\.connections +4096 +9\n/],
    [
      'a name that plans write in camel case',
      '',
      'public_url: https://a.example',
      /public_url +none +"https:\/\/a\.example"\n/,
    ],
    [
      'an item of a list, by its name',
      `api_keys: [{ id: one, hash: "${HASH}" }]`,
      `api_keys: [{ id: two, hash: "${HASH.replace('0', '1')}" }, { id: one, hash: "${HASH}", scopes: [inference] }]`,
      /api_keys\.one\.scopes +\["inference","models".*\] +\["inference"\]\n/,
    ],
    [
      'a server of MCP',
      'mcp: { servers: { x: { url: "https://x.example/mcp" } } }',
      'mcp: { servers: { x: { url: "https://y.example/mcp" } } }',
      /mcp\.servers\.x\.url +"https:\/\/x\.example\/mcp" +"https:\/\/y\.example\/mcp"\n/,
    ],
  ])('%s is shown before and after', async (_, before, after, row) => {
    const { code, out } = await compare(before, after)
    expect(out).toMatch(row)
    expect(out).not.toContain('0123456789abcdef')
    expect(code).toBe(1)
  })

  it('are in the formats for programs too, with changed lines only', async () => {
    const { out } = await compare(
      'limits: { connections: 9, body_bytes: 2048 }',
      'limits: { connections: 8, body_bytes: 2048 }',
      '--format',
      'json',
    )
    expect(JSON.parse(out).gateway.settings).toEqual([
      {
        name: 'limits',
        level: 'routing',
        changes: [{ setting: 'limits.connections', before: '9', after: '8' }],
      },
    ])
    const lines = await compare(
      'limits: { connections: 9 }',
      'limits: { connections: 8 }',
      '--format',
      'one-line',
    )
    expect(lines.out).toContain('limits.connections: 9 → 8.')
  })

  it('of projects without configs are compared, from sources and from plans', async () => {
    const folder = temporaryFolder({
      'x/gateway.yaml': MANIFEST,
      'y/gateway.yaml': `${MANIFEST}limits: { connections: 9 }\n`,
    })
    for (const side of ['x', 'y']) await portolan(['compile', side, '-o', `${side}.plan.json`], folder)
    for (const [before, after] of [
      ['x', 'y'],
      ['x.plan.json', 'y.plan.json'],
      ['x.plan.json', 'y'],
    ] as const) {
      const { code, out } = await portolan(['diff', before, after], folder)
      expect(code).toBe(1)
      expect(out).toMatch(/limits\.connections +4096 +9\n/)
      expect(await portolan(['diff', before, before], folder)).toMatchObject({ code: 0, out: 'equivalent\n' })
    }
  })
})
