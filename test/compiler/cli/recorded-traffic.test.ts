// Logs of requests as traffic: `simulate --traffic` has the rates, latencies and failures of the records, `diff --traffic` counts those
// that go elsewhere, and lines that are no records are findings.
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: '\${env:OPENAI_API_KEY}' }
  anthropic: { provider: anthropic, api_key: '\${env:ANTHROPIC_API_KEY}' }
`
const CONFIG = (then: string, word = 'gold'): string => `strategy:
  mode: conditional
  conditions: [{ query: { metadata.tier: ${word} }, then: ${then} }]
  default: plain
targets:
  - { name: plain, provider: "@openai", override_params: { model: gpt-5-nano } }
  - name: fast
    strategy: { mode: fallback }
    targets: [{ provider: "@openai", override_params: { model: gpt-5 } }, { provider: "@anthropic", override_params: { model: claude-sonnet-4-5 } }]
`

/** Ten records a second; a third is gold, and a tenth of the attempts at openai fails. */
const record = (index: number): string =>
  JSON.stringify({
    time: new Date(1_750_000_000_000 + index * 100).toISOString(),
    trace: `t${index}`,
    method: 'POST',
    path: '/v1/chat/completions',
    status: 200,
    config: index % 5 === 4 ? 'other' : 'chat',
    metadata: { tier: index % 3 === 0 ? 'gold' : 'free', user: `u${index}` },
    tokens: { input: 200, output: 100, source: 'provider' },
    attempts: [
      index % 10 === 0
        ? { at: 'config.targets[0]', provider: 'openai', status: 503, milliseconds: 40 }
        : { at: 'config.targets[0]', provider: 'openai', status: 200, milliseconds: 400 + (index % 7) * 10 },
    ],
  })
const RECORDS = Array.from({ length: 600 }, (_, index) => record(index))
const LOG = [...RECORDS.slice(0, 300), 'starting up', '{"level":"info"}', ...RECORDS.slice(300), ''].join(
  '\n',
)

const files = (then = 'fast', word = 'gold'): Record<string, string> => ({
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': CONFIG('fast'),
  'after/gateway.yaml': MANIFEST,
  'after/configs/chat.yaml': CONFIG(then, word),
  'log.jsonl': LOG,
})
const SIMULATE = ['simulate', '--traffic', 'log.jsonl']

describe('simulate --traffic', () => {
  it('has the rate, kinds, latencies and failures of the records, and reports what is none', async () => {
    const { code, out, complaints } = await portolan(SIMULATE, temporaryFolder(files()))
    expect(code).toBe(0)
    expect(out).toMatch(/^requests +480, seed 1$/m)
    expect(complaints).toContain('480 records of "chat", of 600 in log.jsonl: 8.')
    expect(complaints).toMatch(/^log\.jsonl:301:1: warning: This line is not JSON\..*\[malformed-record\]$/m)
    expect(complaints).toMatch(/^log\.jsonl:302:1: warning: This record has no "time"/m)
    expect(out).toMatch(/^median +4\d\d ms/m)
    // Gold requests whose first target fails go on; others fail.
    expect(out).toMatch(/^success +9\d\.\d\d%/m)
    expect(out).toMatch(/^config\.targets\[1\]\.targets\[1\] +share/m)
    expect(out).toMatch(/^config\.targets\[0\] +share 6\d\.\d\d%/m)
  })

  it('beside another version, with the same requests', async () => {
    const words = [...SIMULATE, '--against', 'after', '--format', 'json']
    const { out } = await portolan(words, temporaryFolder(files('plain')))
    const { now, before } = JSON.parse(out)
    expect(now.requests).toBe(before.requests)
    expect(now.success.value).toBeGreaterThan(before.success.value)
  })

  it('as findings: lines that are no records, at their places', async () => {
    const { code, out } = await portolan([...SIMULATE, '--format', 'github'], temporaryFolder(files()))
    expect([code, out]).toEqual([0, expect.stringContaining('::warning file=log.jsonl,line=301')])
  })

  it.each<readonly [string, readonly string[], number, RegExp]>([
    ['a log that is not there', ['simulate', '--traffic', 'no.jsonl'], 1, /no\.jsonl: It does not exist/],
    ['an unknown config', [...SIMULATE, '--config', 'chta'], 1, /Did you mean "chat"/],
    [
      'no record of the config',
      [...SIMULATE, '--config', 'idle', 'idle'],
      1,
      /none of a request of the config "idle"/,
    ],
    ['--config of a traffic model', ['simulate', 'a.traffic.yaml', '--config', 'chat'], 64, /--traffic/],
  ])('%s: a sentence', async (_title, words, expected, sentence) => {
    const idle = { 'idle/gateway.yaml': MANIFEST, 'idle/configs/idle.yaml': CONFIG('fast') }
    const { code, complaints } = await portolan(words, temporaryFolder({ ...files(), ...idle }))
    expect([code, complaints]).toEqual([expected, expect.stringMatching(sentence)])
  })
})

describe('diff --traffic', () => {
  const DIFF = ['diff', '.', 'after', '--traffic', 'log.jsonl']

  it('counts the requests that go elsewhere', async () => {
    const { code, out, complaints } = await portolan(DIFF, temporaryFolder(files('plain')))
    expect(code).toBe(1)
    // A third of the 480 is gold.
    expect(out).toMatch(/Recorded traffic: log\.jsonl\n[\s\S]*chat +480 +160 +160 +0/)
    expect(out).toContain('120 records are of requests of no config that both versions have.')
    expect(complaints).toContain('log.jsonl:301:1: warning')
  })

  it('counts none where the change is about other requests', async () => {
    const { out } = await portolan(
      [...DIFF, '--format', 'json'],
      temporaryFolder({
        ...files(),
        'after/configs/chat.yaml': CONFIG('fast').replace(
          'metadata.tier: gold',
          'metadata.tier: { $in: [gold, vip] }',
        ),
      }),
    )
    const { level, recorded } = JSON.parse(out)
    expect(level).toBe('security')
    expect(recorded.configs.chat).toMatchObject({
      ...{ requests: 480, elsewhere: 0, different: 0, notDecided: 0, because: [] },
    })
  })

  it('says what records do not have', async () => {
    const after = CONFIG('fast').replace('metadata.tier: gold', 'params.max_tokens: { $gt: 5 }')
    const { out } = await portolan(DIFF, temporaryFolder({ ...files(), 'after/configs/chat.yaml': after }))
    expect(out).toMatch(/chat +480 +0 +0 +480/)
    expect(out).toContain('records have no bodies, and a condition reads params.max_tokens')
  })

  it('a log that cannot be read: a sentence and 2', async () => {
    const words = ['diff', '.', 'after', '--traffic', 'no.jsonl']
    const { code, complaints } = await portolan(words, temporaryFolder(files()))
    expect([code, complaints]).toEqual([2, expect.stringContaining('no.jsonl: It does not exist.')])
  })
})
