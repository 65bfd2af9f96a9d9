// `portolan analyse`: its reports as golden files, and its arguments.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { expectGolden } from '../../support/golden.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const REPORTS = join(ROOT, 'test/compiler/analyse/reports')

/** What the first condition decides, the conditions below need not ask: the plan has the inner strategy twice. */
const NESTED = `strategy:
  mode: conditional
  conditions:
    - { query: { metadata.plan: a }, then: inner }
    - { query: { metadata.tier: b }, then: inner }
  default: other
targets:
  - name: inner
    strategy:
      mode: conditional
      conditions:
        - { query: { metadata.plan: a, params.n: 1 }, then: p }
        - { query: { metadata.tier: b }, then: q }
      default: r
    targets: [{ name: p, provider: mock }, { name: q, provider: mock }, { name: r, provider: mock }]
  - { name: other, provider: mock, override_params: { model: m } }
`

describe('analyse', () => {
  it.each([
    ['pretty', 'pretty.txt'],
    ['markdown', 'markdown.txt'],
    ['json', 'json.txt'],
  ])('reports as %s', async (format, file) => {
    const { code, out } = await portolan(['analyse', '--format', format], REPORTS)
    expect(code).toBe(0)
    expectGolden(join(REPORTS, file), out)
  })

  it('a target that conditions lead to in several ways once, with its routes', async () => {
    const folder = temporaryFolder({ 'nested.yaml': NESTED })
    const { out } = await portolan(['analyse', 'nested.yaml', '--only', 'failures,reachability'], folder)
    const shown = 'config.targets[0].targets[1] (2 routes)'
    // In a caption and in a row; the sentence about first targets names targets alone.
    expect(out.split(shown)).toHaveLength(3)
    expect(out.split('config.targets[0].targets[1]')).toHaveLength(4)
  })

  it('only the analyses and the config that are named', async () => {
    const { code, out } = await portolan(
      ['analyse', '--only', 'failures', '--config', 'chat', '--format', 'json'],
      REPORTS,
    )
    const { configs } = JSON.parse(out) as { readonly configs: Readonly<Record<string, object>> }
    expect([code, Object.keys(configs), Object.keys(configs['chat'] ?? {})]).toEqual([
      0,
      ['chat'],
      ['failures'],
    ])
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['an unknown format', ['--format', 'html'], /markdown, hosts, squid or cilium/],
    ['an unknown analysis', ['--only', 'failure'], /Did you mean "failures"/],
    ['an unknown config', ['--config', 'chta'], /Did you mean "chat"/],
  ])('%s: a sentence and 64', async (_title, words, sentence) => {
    const { code, complaints } = await portolan(['analyse', ...words], REPORTS)
    expect(code).toBe(64)
    expect(complaints).toMatch(sentence)
  })

  it('a config with errors is reported, not analysed: 1', async () => {
    const { code, out } = await portolan(['analyse'], temporaryFolder({ 'bad.yaml': 'retyr: {}\n' }))
    expect(code).toBe(1)
    expect(out).toMatch(/error unknown-property/)
  })
})
