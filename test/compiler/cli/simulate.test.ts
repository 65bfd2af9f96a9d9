// `portolan simulate`: a traffic model in, estimates out.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: '\${env:OPENAI_API_KEY}' }
  anthropic: { provider: anthropic, api_key: '\${env:ANTHROPIC_API_KEY}' }
`
const FALLBACK = `strategy: { mode: fallback }
targets:
  - provider: "@openai"
  - { provider: "@anthropic", override_params: { model: claude-sonnet-5-5 } }
`
const TRAFFIC = `requests: 300
providers:
  "@openai": { median: 100, failures: { "503": 0.5 } }
`
const files = (traffic = TRAFFIC): Record<string, string> => ({
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': FALLBACK,
  'configs/chat.traffic.yaml': traffic,
  'before/gateway.yaml': MANIFEST,
  'before/configs/chat.yaml': 'provider: "@openai"\n',
})
const FILE = 'configs/chat.traffic.yaml'

describe('simulate', () => {
  it('shows success, latency, shares and cost', async () => {
    const { code, out } = await portolan(['simulate', FILE], temporaryFolder(files()))
    expect(code).toBe(0)
    expect(out).toMatch(/^requests +300, seed 1$/m)
    expect(out).toMatch(/^success +100\.00% \(98\.\d\d% to 100\.00%\)$/m)
    expect(out).toMatch(/^median +100 ms \(100 ms to 100 ms\)$/m)
    expect(out).toMatch(/^cost of 1,000 +\$\d/m)
    expect(out).toMatch(/^config\.targets\[1\] +share \d\d\.\d\d% .* success 100\.00%, cost \$/m)
  })

  it('has the prices of the manifest, unless the model has some', async () => {
    const prices = 'prices: [{ provider: openai, model: gpt-6-sol, input: 1000, output: 0 }]\n'
    const kind =
      'requests: 100\nproviders: {}\nmix: [{ given: { body: { model: gpt-6-sol, messages: [{ role: user, content: Hi }] } } }]\n'
    const own = 'prices: { gpt-6-sol: { input: 2000, output: 0 } }\n'
    for (const [traffic, cost] of [
      [kind, '$1000'],
      [kind + own, '$2000'],
    ] as const) {
      const folder = temporaryFolder({ ...files(traffic), 'gateway.yaml': MANIFEST + prices })
      expect((await portolan(['simulate', FILE], folder)).out).toContain(`cost of 1,000      ${cost}`)
    }
  })

  it('beside another version', async () => {
    const folder = temporaryFolder(files())
    const { out } = await portolan(['simulate', FILE, '--against', 'before', '--format', 'json'], folder)
    const { now, before } = JSON.parse(out)
    expect([now.success.value, before.success.high < 0.6]).toEqual([1, true])
    const { out: table } = await portolan(['simulate', FILE, '--against', 'before'], folder)
    expect(table).toMatch(/ before +now$/m)
    expect(table).toMatch(/^config\.targets\[0\] +none +share/m)
  })

  it('a seed and a number of requests of the command line', async () => {
    const folder = temporaryFolder(files())
    const { out } = await portolan(['simulate', FILE, '--seed', '5', '--requests', '150'], folder)
    expect(out).toMatch(/^requests +150, seed 5$/m)
  })

  it('a traffic model is no config', async () => {
    const { code, complaints } = await portolan(
      ['check', 'configs'],
      temporaryFolder(files('nothing: valid\n')),
    )
    expect([code, complaints.trim()]).toEqual([0, '0 errors in 1 config'])
  })

  it('a mistake in it is a diagnostic with its place', async () => {
    const traffic = 'providers:\n  "@openai": { median: 100, p96: 300 }\n'
    const { code, out } = await portolan(['simulate', FILE], temporaryFolder(files(traffic)))
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/chat\.traffic\.yaml:2:29 error unknown-property\n.*"p95"/),
    ])
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['no file', [], /Name one traffic model/],
    ['a config', ['configs/chat.yaml'], /Name one traffic model/],
    ['too few requests', [FILE, '--requests', '5'], /100 to 1000000/],
    ['a seed that is no number', [FILE, '--seed', 'x'], /--seed must be/],
    ['an unknown format', [FILE, '--format', 'xml'], /pretty, one-line, json,/],
  ])('%s: a sentence and 64', async (_title, words, sentence) => {
    const { code, complaints } = await portolan(['simulate', ...words], temporaryFolder(files()))
    expect([code, complaints]).toEqual([64, expect.stringMatching(sentence)])
  })
})
