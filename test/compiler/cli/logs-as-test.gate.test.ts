// `portolan logs why --as-test`: records become tests that pass on the plan of their time.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import type { LogAttempt, LogRecord } from '../../../schemas/generated/types.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  main: { provider: openai, api_key: "\${env:MAIN_KEY}" }
  spare: { provider: anthropic, api_key: "\${env:SPARE_KEY}" }
store: sqlite:.portolan/store.db
telemetry: { log_store: {} }
`
const CONFIG = `strategy:
  mode: conditional
  conditions: [{ query: { metadata.plan: { $eq: paid } }, then: paid }]
  default: free
targets:
  - name: paid
    strategy: { mode: fallback, on_status_codes: [408, 500, 502, 503], on_errors: [context_length] }
    targets:
      - { provider: "@main", request_timeout: 2000, retry: { attempts: 1, use_retry_after_header: true } }
      - { provider: "@spare", override_params: { model: claude-sonnet-4-5 } }
  - name: free
    strategy: { mode: loadbalance }
    targets: [{ provider: "@main", weight: 1 }, { provider: "@spare", weight: 4, override_params: { model: claude-haiku-4-5 } }]
`
const [FIRST, SECOND] = ['config.targets[0].targets[0]', 'config.targets[0].targets[1]']
const attempt = (at: string, status: number, more: Partial<LogAttempt> = {}): LogAttempt => ({
  at,
  provider: at === FIRST ? 'openai' : 'anthropic',
  status,
  milliseconds: 5,
  ...(at === FIRST ? {} : { model: 'claude-sonnet-4-5' }),
  ...more,
})
const recordOf = (trace: string, more: Partial<LogRecord>): LogRecord => ({
  ...{ id: Buffer.from(trace.padEnd(16, '.')).toString('hex'), time: '2026-11-27T10:00:00.000Z', trace },
  ...{
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat/completions',
    status: 200,
    milliseconds: 12,
  },
  ...{ config: 'chat', plan: '000000000000', workspace: 'default', key: 'anyone', model: 'gpt-4o' },
  ...{ metadata: { plan: 'paid' }, bytesIn: 1, bytesOut: 2 },
  ...more,
})
const fallback = (because: string) => [{ at: 'config.targets[0]', to: SECOND, because }]

/** A project whose release is live, with records in its log. */
async function logged(...records: readonly Partial<LogRecord>[]): Promise<string> {
  const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': CONFIG })
  const { code, complaints } = await portolan(['push', '--promote'], folder)
  expect(code, complaints).toBe(0)
  const { out } = await portolan(['show', '1'], folder)
  const plan = /[0-9a-f]{12}/.exec(out)?.[0] ?? ''
  const store = await openLogStore('sqlite:.portolan/store.db', { folder })
  const lines = records
    .map((each, index) => JSON.stringify(recordOf(`t${index}`, { plan, ...each })))
    .join('\n')
  await store.append({ id: 'records', lines })
  await store.close()
  return folder
}

const asTest = (folder: string, trace: string, ...more: readonly string[]) =>
  portolan(['logs', 'why', trace, '--as-test', ...more], folder)

const REPRODUCED: Readonly<Record<string, Partial<LogRecord>>> = {
  'a retry and a fallback': {
    attempts: [attempt(FIRST, 503), attempt(FIRST, 500), attempt(SECOND, 200)],
    steps: fallback('status 500'),
  },
  'a wait that the provider asked for': {
    attempts: [
      attempt(FIRST, 429, { wait: { milliseconds: 2000, because: 'retry-after' } }),
      attempt(FIRST, 200),
    ],
  },
  'a refused connection': {
    attempts: [
      attempt(FIRST, 502, { cause: 'refused' }),
      attempt(FIRST, 502, { cause: 'refused' }),
      attempt(SECOND, 529),
    ],
    steps: fallback('status 502'),
    // The status of an overload in the form of chats.
    status: 503,
  },
  'a timeout': {
    attempts: [attempt(FIRST, 408, { cause: 'timeout' }), attempt(SECOND, 200)],
    steps: fallback('status 408'),
  },
  'an error of a kind': {
    attempts: [attempt(FIRST, 400), attempt(SECOND, 200)],
    steps: fallback('status 400 (context_length)'),
  },
  'a stream that broke off': {
    metadata: { plan: 'free' },
    stream: true,
    attempts: [attempt('config.targets[1].targets[0]', 200, { provider: 'openai', model: 'gpt-4o' })],
    steps: [{ at: 'config.targets[1]', to: 'config.targets[1].targets[0]', because: 'weight 0.2' }],
    broken: 'The provider closed the connection.',
  },
  'the draw of a load balancer': {
    metadata: { plan: 'free' },
    attempts: [attempt('config.targets[1].targets[1]', 200, { model: 'claude-haiku-4-5' })],
    steps: [{ at: 'config.targets[1]', to: 'config.targets[1].targets[1]', because: 'weight 0.8' }],
  },
}

describe('logs why --as-test', () => {
  it('reproduces requests: the tests pass on the plan of that time', async () => {
    const folder = await logged(...Object.values(REPRODUCED))
    for (const [index, title] of Object.keys(REPRODUCED).entries()) {
      const file = `configs/t${index}.test.yaml`
      const { code, complaints } = await asTest(folder, `t${index}`, '--output', file)
      expect({ title, code, complaints }).toEqual({ title, code: 0, complaints: '' })
    }
    const tests = await portolan(['test'], folder)
    expect(tests.code, tests.out).toBe(0)
    expect((await asTest(folder, 't0')).out).toMatch(/# It passes on the plan [0-9a-f]{12}, which was live\./)
    // The candidate loses the fallback, and the test shows it.
    writeFileSync(join(folder, 'configs/chat.yaml'), 'provider: "@main"\n')
    expect((await portolan(['test'], folder)).code).toBe(1)
  })

  it('says what a record lacks, and masks secrets', async () => {
    const folder = await logged(
      {
        metadata: { plan: 'paid', token: 'sk-0123456789abcdef0123456789abcdef' },
        attempts: [attempt(FIRST, 200)],
      },
      { attempts: [attempt(FIRST, 502, { cause: 'blocked' })], status: 400, skipped: [SECOND] },
      { plan: '999999999999', attempts: [attempt(FIRST, 200)] },
      { config: 'inline' },
    )
    const [masked, played, elsewhere, inline] = await Promise.all(
      ['t0', 't1', 't2', 't3'].map(trace => asTest(folder, trace)),
    )
    expect(masked?.out).toContain('# The log has no body')
    expect(masked?.out).not.toContain('0123456789abcdef0123')
    expect(played?.out).toMatch(/# The circuit of config\.targets\[0\]\.targets\[1\] was open/)
    expect(played?.out).toMatch(/# No script plays the cause "blocked"[\s\S]*# It does not pass on the plan/)
    expect(elsewhere?.out).toContain('# The plan 999999999999 is not here, so this was not run on it.')
    expect(inline).toMatchObject({
      code: 1,
      complaints: expect.stringContaining('cannot be reproduced: the config came with the request'),
    })
  })
})
