// What commands and editors show of pools, as tables of one project.
import { afterAll, describe, expect, it } from 'vitest'
import { complete } from '../../../compiler/language-server/completion.ts'
import { definitionsAt } from '../../../compiler/language-server/definition.ts'
import { hoverAt } from '../../../compiler/language-server/hover.ts'
import { portolan } from '../../support/command.ts'
import { editedProject } from '../../support/edited-project.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  claude:
    pool:
      models: { sonnet: { a: claude-sonnet-4-5, b: us.anthropic.claude-sonnet-4-5-20250929-v1:0 } }
      members:
        a: { provider: anthropic, api_key: "\${env:A}", weight: 3, limits: { requests_per_minute: 600 } }
        b: { provider: bedrock, api_key: "\${env:B}", cloud1_region: us-east-1, tier: 2, limits: { requests_per_minute: 100 } }
        c: { provider: "@plain", limits: { requests_per_minute: 300 } }
  plain: { provider: openai, api_key: "\${env:C}" }
`
const FILES = {
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': 'provider: "@claude"\noverride_params: { model: sonnet }\nretry: { attempts: 1 }\n',
  'configs/any.yaml': 'provider: "@claude"\n',
  'configs/chat.traffic.yaml': `requests: 100
rate: 8
providers:
  "@claude.a": { median: 300, p95: 900, failures: { "529": 1 } }
  "*": { median: 300, p95: 900 }
`,
}
const DAY = '2026-10-01'
const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  await portolan([...args], temporaryFolder({ ...FILES, ...more }), {}, undefined, undefined, DAY)

describe('tests of configs', () => {
  const tests = (lines: string) => ({
    'configs/chat.test.yaml': `cases:\n  - name: one\n    ${lines.replaceAll('\n', '\n    ')}\n`,
  })
  it.each([
    [
      'script a member, and expect members',
      'upstreams: { "@claude.a": { status: 529 } }\nexpect: { calls: ["@claude.a", "@claude.b"], status: 200 }',
    ],
    [
      'script a pool, less than its members',
      'upstreams: { "@claude": { status: 500 }, "@claude.b": { content: Hi } }\nexpect: { calls: ["@claude", { provider: "@claude.b" }], content: Hi }',
    ],
    [
      'expect the pool or the provider of a member',
      'upstreams: { anthropic: { fail: refused } }\nexpect: { calls: [anthropic, { provider: "@claude", model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }] }',
    ],
    [
      'do not go on after a mistake of the request',
      'upstreams: { "@claude": { status: 400 } }\nexpect: { calls: ["@claude.a"], status: 400 }',
    ],
    [
      'draw members by weight',
      'config: any\ngiven: { draw: 0.9, body: { model: gpt-4o } }\nexpect: { calls: ["@plain"] }',
    ],
    [
      'draw the first member by default',
      'config: any\ngiven: { body: { model: gpt-4o } }\nexpect: { calls: ["@claude.a"] }',
    ],
  ])('%s', async (_title, lines) => {
    const { code, out } = await run(['test', '.'], tests(lines))
    expect(out).toContain('1 of 1 case passed')
    expect(code).toBe(0)
  })

  it('show members, and name those that do not exist', async () => {
    const failed = await run(['test', '.'], tests('expect: { calls: [] }'))
    expect(failed.out).toContain('config @claude.a claude-sonnet-4-5 -> 200')
    expect((await run(['test', '.'], tests('expect: { calls: ["@claude.d"] }'))).out).toContain(
      'The manifest has no provider "@claude.d".',
    )
  })

  it('begin with members as they are at the start', async () => {
    const cases = [1, 2].map(
      number =>
        `  - name: case ${number}\n    upstreams: { "@claude.a": { status: 401 } }\n    expect: { calls: ["@claude.a", "@claude.b"] }\n`,
    )
    expect(
      (await run(['test', '.'], { 'configs/chat.test.yaml': `cases:\n${cases.join('')}` })).out,
    ).toContain('2 of 2 cases passed')
  })
})

describe('commands', () => {
  it('print shows the members that have the model', async () => {
    const { out } = await run(['print', '.'])
    expect(out).toContain('call @claude; pool by random: a, then b; retry 1')
    expect(out).toContain('call @claude; pool by random: a, c, then b')
  })

  it('graph shows them too', async () => {
    expect((await run(['graph', '.', '--config', 'chat'])).out).toContain('pool by random: a, then b')
  })

  it('analyse shows further members, and the share of each', async () => {
    const { out } = await run(['analyse', '.', '--config', 'any', '--only', 'failures,envelope'])
    expect(out).toContain('up to 2 further members')
    expect(out).toMatch(/config {2}100% \(of it a 75%, c 25%\)/)
  })

  it('analyse --lose compares a pool with what its remaining members declare', async () => {
    const { out, code } = await run([
      'analyse',
      'configs/chat.yaml',
      '--lose',
      '@claude.a',
      '--traffic',
      'configs/chat.traffic.yaml',
    ])
    expect(out).toContain('All requests of chat go on to other members of their pools.')
    expect(out).toContain('The pool @claude loses a: b remains.')
    expect(out).toMatch(/@claude {2}700 → 100 requests a minute {2}480 {5}480 {4}is exceeded \(480%\)/)
    expect(code).toBe(1)
  })

  it('models lists the names at members with their lives', async () => {
    const { out } = await run(['models', '--format', 'json'])
    expect(out).toContain('claude-sonnet-4-5')
  })

  it('prices shows a model of a pool at each member that has it', async () => {
    const { out } = await run(['prices', 'sonnet', '--provider', '@claude'])
    expect(out).toContain('claude-sonnet-4-5 at @claude.a')
    expect(out).toContain('us.anthropic.claude-sonnet-4-5-20250929-v1:0 at @claude.b')
    expect(out).not.toContain('@plain')
  })

  it('diff --replace replaces a name at a member', async () => {
    const { out } = await run([
      'diff',
      '.',
      '--replace',
      'claude-sonnet-4-5=claude-sonnet-5-5',
      '--format',
      'json',
    ])
    expect(JSON.parse(out)).toMatchObject({
      replaced: [{ by: 'pool claude', written: 'claude-sonnet-4-5', becomes: 'claude-sonnet-5-5' }],
      swaps: [{ from: { at: '@claude.a' }, to: { model: 'claude-sonnet-5-5' } }],
    })
  })

  it('simulate gives members behaviours of their own', async () => {
    const { out } = await run(['simulate', 'configs/chat.traffic.yaml'])
    expect(out).toMatch(/success +100\.00%/)
    expect(out).toMatch(/config +share 100\.00%/)
  })
})

describe('editors', () => {
  const editor = editedProject(FILES)
  afterAll(() => editor.close())
  const offered = async (name: string, marked: string) => {
    const { project, file, text, offset } = await editor.at(name, marked)
    return complete(project, file, text, offset).items.map(({ label }) => label)
  }

  it('complete pools, members, and the settings of both', async () => {
    expect(await offered('configs/chat.yaml', 'provider: "@|"')).toEqual(
      expect.arrayContaining(['@claude', '@claude.a', '@claude.b', '@plain']),
    )
    expect(await offered('gateway.yaml', 'providers:\n  claude:\n    pool:\n      |')).toEqual(
      expect.arrayContaining(['pick', 'members', 'failover', 'deadlines', 'hedge']),
    )
    expect(
      await offered('gateway.yaml', 'providers:\n  claude:\n    pool:\n      members:\n        a: { |'),
    ).toEqual(expect.arrayContaining(['provider', 'weight', 'tier', 'share', 'limits']))
    expect(
      await offered('gateway.yaml', MANIFEST.replace('a: { provider: anthropic,', 'a: { provider: |,')),
    ).toEqual(expect.arrayContaining(['anthropic', '@plain']))
  })

  it('complete the models of a member', async () => {
    expect(await offered('gateway.yaml', MANIFEST.replace('a: claude-sonnet-4-5', 'a: |'))).toContain(
      'claude-sonnet-5-5',
    )
  })

  it.each([
    ['a pool', 'configs/any.yaml', 'provider: "@cla|ude"\n', 'claude:'],
    ['a member', 'configs/any.yaml', 'provider: "@claude.|b"\n', 'b: { provider: bedrock'],
    [
      'the provider of a member',
      'gateway.yaml',
      MANIFEST.replace('"@plain"', '"@pl|ain"'),
      'plain: { provider: openai',
    ],
    [
      'a name of a model at a member',
      'gateway.yaml',
      MANIFEST.replace('{ a: claude', '{ |a: claude'),
      'a: { provider: anthropic',
    ],
  ])('go to the definition of %s', async (_title, name, marked, begin) => {
    const { project, file, offset } = await editor.at(name, marked)
    const [place, ...others] = definitionsAt(project, file, offset)
    expect(others).toEqual([])
    expect(place?.source.text.slice(place.span.start)).toMatch(new RegExp(`^${begin.replace(/[{]/g, '\\{')}`))
  })

  it('show the members at a provider of a config', async () => {
    const { project, file, offset } = await editor.at(
      'configs/chat.yaml',
      'pro|vider: "@claude"\noverride_params: { model: sonnet }\n',
    )
    expect(hoverAt(project, file, offset)?.markdown).toContain('Goes to a pool by random: a, then b.')
  })
})

describe('simulate --pick', () => {
  const TWO = {
    'gateway.yaml': `providers:
  claude:
    pool:
      members:
        a: { provider: anthropic, api_key: "\${env:A}" }
        b: { provider: anthropic, api_key: "\${env:B}" }
`,
    'configs/chat.yaml': 'provider: "@claude"\noverride_params: { model: claude-sonnet-5 }\n',
    'configs/any.yaml': 'provider: "@claude"\n',
    'configs/chat.traffic.yaml':
      'requests: 400\nproviders:\n  "@claude.a": { median: 100, p95: 150 }\n  "@claude.b": { median: 900, p95: 1200 }\n',
  }
  const slowTenth = (out: string, pick: string): number =>
    (JSON.parse(out) as Record<string, { latency: { p90: { value: number } } }>)[pick]?.latency.p90.value ?? 0

  it('shows the same traffic with each pick', async () => {
    const { code, out } = await run(
      ['simulate', 'configs/chat.traffic.yaml', '--pick', 'random,latency'],
      TWO,
    )
    expect({ code, head: /^\s+random\s+latency$/m.test(out) }).toEqual({ code: 0, head: true })
    const json = await run(
      ['simulate', 'configs/chat.traffic.yaml', '--pick', 'random, latency', '--format', 'json'],
      TWO,
    )
    expect(slowTenth(json.out, 'latency')).toBeLessThan(0.6 * slowTenth(json.out, 'random'))
  })

  it('takes the times of each member from a log', async () => {
    const record = (index: number): string =>
      JSON.stringify({
        time: new Date(Date.UTC(2026, 8, 1) + index * 1000).toISOString(),
        path: '/v1/chat/completions',
        config: 'chat',
        status: 200,
        attempts: [
          {
            at: 'config',
            provider: 'anthropic',
            slug: 'claude',
            member: index % 2 === 0 ? 'a' : 'b',
            status: 200,
            milliseconds: index % 2 === 0 ? 100 : 900,
          },
        ],
      })
    const log = Array.from({ length: 300 }, (_, index) => record(index)).join('\n')
    const { out } = await run(
      [
        'simulate',
        '--traffic',
        'log.jsonl',
        '.',
        '--config',
        'chat',
        '--pick',
        'random,latency',
        '--format',
        'json',
      ],
      { ...TWO, 'log.jsonl': log },
    )
    expect(slowTenth(out, 'latency')).toBeLessThan(0.6 * slowTenth(out, 'random'))
  })

  it.each([
    ['a pick that there is not', ['--pick', 'fastest'], TWO, '--pick must be a list of'],
    ['versions and picks at a time', ['--pick', 'cost', '--against', '.'], TWO, 'use one of them'],
    [
      'a project without pools',
      ['--pick', 'cost'],
      {
        ...TWO,
        'gateway.yaml': 'providers:\n  claude: { provider: anthropic, api_key: "${env:A}" }\n',
        'configs/chat.traffic.yaml': 'requests: 100\nproviders: { "*": { median: 100, p95: 150 } }\n',
      },
      'the manifest has none',
    ],
  ])('refuses %s', async (_what, options, files, sentence) => {
    const { code, complaints } = await run(['simulate', 'configs/chat.traffic.yaml', ...options], files)
    expect(code).not.toBe(0)
    expect(complaints).toContain(sentence)
  })
})
