// `portolan replay`: a log walked through a candidate, from a file and from the store of the project.
import { describe, expect, it } from 'vitest'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  anthropic: { provider: anthropic, api_key: "\${env:ANTHROPIC_API_KEY}" }
store: sqlite:.portolan/store.db
telemetry: { log_store: {} }
`
const GPT = '{ provider: "@openai", override_params: { model: gpt-5 } }'
const CLAUDE = '{ provider: "@anthropic", override_params: { model: claude-sonnet-5-5 } }'
const ALONE = `strategy: { mode: fallback }\ntargets: [${GPT}]\n`
const BOTH = `strategy: { mode: fallback, on_status_codes: [503] }\ntargets: [${GPT}, ${CLAUDE}]\n`
const SWAPPED = `strategy: { mode: fallback, on_status_codes: [503] }\ntargets: [${CLAUDE}, ${GPT}]\n`
const SHARED = (first: number): string =>
  `strategy: { mode: loadbalance }\ntargets:\n  - { provider: "@openai", weight: ${first}, override_params: { model: gpt-5 } }\n  - { provider: "@anthropic", weight: 3, override_params: { model: claude-sonnet-5-5 } }\n`
const READS_BODY = `strategy: { mode: conditional, conditions: [{ query: { params.temperature: { $gt: 1 } }, then: a }], default: b }\ntargets: [{ name: a, provider: "@openai" }, { name: b, provider: "@anthropic" }]\n`

const at = (index: number, status: number) => ({
  at: `config.targets[${index}]`,
  ...{ provider: index === 0 ? 'openai' : 'anthropic', status, milliseconds: 5 },
  model: index === 0 ? 'gpt-5' : 'claude-sonnet-5-5',
})
const record = (id: number, status: number, attempts: readonly object[]): string =>
  JSON.stringify({
    ...{ id: String(id).padStart(32, '0'), time: new Date().toISOString(), trace: `t${id}`, method: 'POST' },
    ...{
      path: '/v1/chat/completions',
      endpoint: 'chat/completions',
      status,
      milliseconds: 9,
      config: 'chat',
    },
    ...{ plan: '000000000000', workspace: 'default', model: 'gpt-5', attempts, bytesIn: 1, bytesOut: 1 },
    ...(status < 400 && { tokens: { input: 1_000_000, output: 0, source: 'provider' } }),
  })
const OK = record(1, 200, [at(0, 200)])
const FAILED = record(2, 503, [at(0, 503)])
const RESCUED = record(3, 200, [at(0, 503), at(1, 200)])

const files = (before: string, after: string, log: readonly string[]) => ({
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': before,
  'after/gateway.yaml': MANIFEST,
  'after/configs/chat.yaml': after,
  'log.jsonl': `${log.join('\n')}\n`,
})
const replay = async (before: string, after: string, log: readonly string[]) => {
  const { code, out, complaints } = await portolan(
    ['replay', '--against', 'after', '--log', 'log.jsonl', '--format', 'json'],
    temporaryFolder(files(before, after, log)),
  )
  expect(code, complaints).toBe(0)
  return JSON.parse(out).configs.chat
}

describe('replay', () => {
  it.each<readonly [string, string, string, readonly string[], object]>([
    [
      'the same config',
      SHARED(1),
      SHARED(1),
      [FAILED, OK],
      { elsewhere: 0, outcomes: { failed: 1, avoidable: 0, added: 0 } },
    ],
    [
      'a fallback more',
      ALONE,
      BOTH,
      [OK, FAILED],
      { elsewhere: 0, different: 2, outcomes: { failed: 1, avoidable: 1, added: 0 } },
    ],
    ['a fallback less', BOTH, ALONE, [OK, RESCUED], { outcomes: { failed: 0, avoidable: 0, added: 1 } }],
    ['another order', BOTH, SWAPPED, [RESCUED], { elsewhere: 1, outcomes: { added: 0, notDecided: 0 } }],
    [
      'the failing target without weight',
      SHARED(1),
      SHARED(0),
      [FAILED],
      { elsewhere: 0.25, outcomes: { avoidable: 1 } },
    ],
    [
      'a condition on a body, which records lack',
      ALONE,
      READS_BODY,
      [OK],
      {
        notDecided: 1,
        because: [expect.stringContaining('records have no bodies')],
        outcomes: { notDecided: 1 },
      },
    ],
  ])('%s', async (_, before, after, log, expected) => {
    expect(await replay(before, after, log)).toMatchObject(expected)
  })

  it('sums the shares of targets and the cost by recorded tokens', async () => {
    const { outcomes, example } = await replay(SHARED(1), SHARED(9), [
      OK,
      OK,
      OK,
      record(4, 200, [at(1, 200)]),
    ])
    expect(outcomes.shares).toEqual({
      '@openai gpt-5': { recorded: 3, expected: 3 },
      '@anthropic claude-sonnet-5-5': { recorded: 1, expected: 1 },
    })
    expect(outcomes.cost.requests).toBe(4)
    expect(outcomes.cost.expected).toBeLessThan(outcomes.cost.recorded)
    expect(example).toMatchObject({ params: { model: 'gpt-5' } })
  })

  it('takes the prices of each version, and fewer dollars for what was cached', async () => {
    const priced = (input: number): string =>
      `${MANIFEST}prices: [{ provider: openai, model: gpt-5, input: ${input}, cached: 1, output: 20 }]\n`
    const cached = OK.replace('"output":0', '"output":100000,"cached":500000')
    const folder = temporaryFolder({
      ...files(ALONE, ALONE, [cached]),
      'gateway.yaml': priced(10),
      'after/gateway.yaml': priced(5),
    })
    const words = ['replay', '--against', 'after', '--log', 'log.jsonl']
    const { out } = await portolan([...words, '--format', 'json'], folder)
    expect(JSON.parse(out).configs.chat.outcomes.cost).toEqual({ requests: 1, recorded: 7.5, expected: 5 })
    expect((await portolan(words, folder)).out).toContain('$7.50 → $5.00, at the prices of each version')
  })

  it('reads the log of a store, and compares with what it serves', async () => {
    const folder = temporaryFolder(files(ALONE, BOTH, []))
    await portolan(['push', '--promote'], folder)
    const store = await openLogStore('sqlite:.portolan/store.db', { folder })
    await store.append({ id: 'records', lines: [OK, FAILED].join('\n') })
    await store.close()
    const { code, out, complaints } = await portolan(['replay', '--last', '1h', '--against', 'after'], folder)
    expect({ code, complaints }).toEqual({
      code: 0,
      complaints:
        '2 requests were served by another plan than the one that the candidate is compared with.\n',
    })
    expect(out).toMatch(
      /^2 requests through after\n[\s\S]*Of 1 that failed in the log, 1 would have had another target/,
    )
    const elsewhere = await portolan(['replay', folder, '--against', `${folder}/after`], temporaryFolder())
    expect([elsewhere.code, elsewhere.out]).toEqual([0, expect.stringMatching(/^2 requests through /)])
    expect((await portolan(['replay', '--against', 'git:none'], folder)).code).toBe(2)
    expect((await portolan(['replay', '--against', 'none'], folder)).complaints).toMatch(
      /^No config, folder or glob matches "none"\.\nRun "portolan replay --help"/,
    )
    const two = ['replay', '--against', 'after', '--store', 'sqlite:x', '--gateway', 'https://x.example/v1']
    expect((await portolan(two, folder)).complaints).toMatch(/^Name one log/)
    expect((await portolan(['replay'], folder)).code).toBe(64)
  })
})
