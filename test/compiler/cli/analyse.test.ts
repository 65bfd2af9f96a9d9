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

/** The longest row: a row of a table and a flow are one each. */
const ROW = 300

/** A value with what fits in a row on one line. */
function printCompact(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= ROW) return line
  const isList = Array.isArray(value)
  const rows = Object.entries(value).map(
    ([name, each]) => `${indent}  ${isList ? '' : `"${name}": `}${printCompact(each, `${indent}  `)}`,
  )
  return `${isList ? '[' : '{'}\n${rows.join(',\n')}\n${indent}${isList ? ']' : '}'}`
}

describe('analyse', () => {
  it.each(['pretty', 'markdown'])('reports as %s', async format => {
    const { code, out } = await portolan(['analyse', '--format', format], REPORTS)
    expect(code).toBe(0)
    expectGolden(join(REPORTS, `${format}.txt`), out)
  })

  it('reports as JSON, indented', async () => {
    const { code, out } = await portolan(['analyse', '--format', 'json'], REPORTS)
    expect(code).toBe(0)
    const value: unknown = JSON.parse(out)
    expect(out.trimEnd()).toBe(JSON.stringify(value, null, 2))
    expectGolden(join(REPORTS, 'json.txt'), printCompact(value))
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
