// What `portolan logs why` prints for each code of the failure table and for each fault: what happened, whose fault it is, what to do.
// Goldens in `why/`; `UPDATE=1` rewrites them, and somebody reads them.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatPath } from '../../../compiler/cli/logs/format-path.ts'
import type { Paint } from '../../../compiler/diagnostics/pretty.ts'
import { toRequestRecord } from '../../../runtime/telemetry/request-record.ts'
import { failureTable } from '../../../schemas/generated/failures.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { expectGolden } from '../../support/golden.ts'
import { createHarness, type HarnessOptions, STORED_PROVIDERS } from '../../support/harness.ts'
import { CHAT } from '../../support/sample-bodies.ts'

const plain: Paint = (_style, text) => text
const KEY = 'sk-0123456789abcdef0123456789abcdef'

interface Scene extends HarnessOptions {
  readonly title: string
  /** The config `chat`. */
  readonly config?: object
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Calls before the one that is logged. */
  readonly before?: number
}

const OPENAI = { provider: '@main' }
const error = (status: number, message: string, headers: readonly string[] = []) => ({
  status,
  headers: ['content-type', 'application/json', ...headers],
  body: { error: { message, type: 'x', code: null, param: null } },
})
const GOOD = {
  status: 200,
  headers: ['content-type', 'application/json'],
  body: { id: 'a', object: 'chat.completion', model: 'gpt-4o', choices: [], usage: { total_tokens: 3 } },
}
const CLAUDE = {
  status: 200,
  body: { id: 'm', type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn' },
}
const RETRY = { ...OPENAI, retry: { attempts: 2, use_retry_after_header: true } }
const FALLBACK = {
  strategy: { mode: 'fallback' },
  targets: [OPENAI, { provider: '@claude', override_params: { model: 'claude-sonnet-5-5' } }],
}

/** The record of the last call of a scene, as the log has it. */
async function recordOf({ config = OPENAI, body = CHAT, headers, before = 0, ...options }: Scene) {
  const harness = createHarness({
    environment: { MAIN_KEY: KEY, CLAUDE_KEY: 'claude-key' },
    ...options,
    configs: { chat: config },
  })
  const send = async () => {
    const started = harness.clock.monotonic()
    let isOver = false
    const replying = harness
      .call({ body, headers: { 'x-gateway-config': 'chat', ...headers } })
      .finally(() => {
        isOver = true
      })
    // Retries wait and attempts time out by the clock of the scene.
    for (let step = 0; step < 2_000 && !isOver; step += 1) await harness.clock.advance(step < 100 ? 0 : 25)
    return { started, ...(await replying) }
  }
  for (let call = 0; call < before; call += 1) await send()
  const { started, status, json, outcome } = await send()
  const failed = (json as { error?: { code?: string; message?: string } } | undefined)?.error
  const code = failed?.code as keyof typeof failureTable | undefined
  const failure =
    outcome?.reply.failure ??
    (outcome === undefined && code !== undefined && code in failureTable
      ? { code, message: failed?.message ?? '', failure: true as const }
      : undefined)
  const ended = harness.clock.monotonic()
  const record = toRequestRecord(
    {
      ...{ id: '0'.repeat(32), trace: 'order-17', method: 'POST', path: '/v1/chat/completions' },
      ...{ parent: undefined, endpoint: 'chat/completions', plan: '0123456789ab' },
      ...{ started, received: started, replied: ended, ended },
      reply: { status, failure: failure as never },
      outcome: outcome as never,
    },
    { key: 'app', workspace: 'default', bytesIn: 1, bytesOut: 1, left: false },
    { timestamp: () => '2026-11-23T10:00:00.000Z', epoch: 0, price: () => undefined },
  )
  return JSON.parse(JSON.stringify(record)) as LogRecord
}

const PROVIDERS: readonly Scene[] = [
  { title: 'the provider refuses the request', script: [error(400, "Unsupported parameter: 'top_k'.")] },
  {
    title: 'the provider repeats its key',
    script: [error(401, `Incorrect API key provided: ${KEY}. You can find it in your settings.`)],
  },
  { title: 'the account has no credit', script: [error(402, 'Insufficient balance.')] },
  { title: 'the model is unknown', script: [error(404, 'The model `gtp-4o` does not exist.')] },
  { title: 'the context is too long', script: [error(413, 'The request exceeds 10 MB.')] },
  {
    title: 'the provider says when to come back, and serves then',
    config: RETRY,
    script: [error(429, 'Rate limit reached for requests.', ['retry-after', '1']), GOOD],
  },
  {
    title: 'every try fails',
    config: RETRY,
    script: [error(503, 'Overloaded.'), error(503, 'Overloaded.'), error(503, 'Still overloaded.')],
  },
  {
    title: 'a fallback serves it',
    config: FALLBACK,
    script: [error(500, 'The server had an error.'), CLAUDE],
  },
  {
    title: 'a fallback fails too',
    config: FALLBACK,
    script: [error(500, 'The server had an error.'), error(529, 'Overloaded')],
  },
  {
    title: 'a stream breaks after its beginning',
    body: { ...CHAT, stream: true },
    script: [{ events: ['data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n'], end: 'cut' }],
  },
]

const NETWORK: readonly Scene[] = [
  ...(
    [
      'dns',
      'refused',
      'reset',
      'tls',
      'tls-expired',
      'tls-host',
      'tls-issuer',
      'connect',
      'cut',
      'decode',
      'too-large',
      'blocked',
    ] as const
  ).map((cause): Scene => ({ title: `the call fails: ${cause}`, script: [{ fails: cause }] })),
  {
    title: 'the provider does not answer',
    config: { ...OPENAI, request_timeout: 2_000 },
    script: ['silence'],
  },
  {
    title: 'the circuit of a target is open',
    config: {
      ...FALLBACK,
      cb_config: { failure_threshold: 1, cooldown_interval: 30_000, failure_status_codes: [500] },
    },
    before: 1,
    script: [error(500, 'The server had an error.'), CLAUDE, CLAUDE],
  },
]

const GATEWAY: readonly Scene[] = [
  {
    title: 'a limit of a rate',
    manifest: {
      ...STORED_PROVIDERS,
      policies: { rate_limits: [{ name: 'few', type: 'requests', unit: 'rpm', value: 1 }] },
    },
    before: 1,
    script: [GOOD],
  },
  {
    title: 'a budget',
    manifest: {
      ...STORED_PROVIDERS,
      policies: { usage_limits: [{ name: 'month', type: 'requests', credit_limit: 1 }] },
    },
    before: 1,
    script: [GOOD],
  },
  {
    title: 'a model without a price',
    config: { ...OPENAI, override_params: { model: 'our-llama' } },
    manifest: {
      ...STORED_PROVIDERS,
      policies: { usage_limits: [{ name: 'month', type: 'cost', credit_limit: 1 }] },
    },
  },
  {
    title: 'a guardrail denies',
    manifest: STORED_PROVIDERS,
    config: {
      ...OPENAI,
      before_request_hooks: [
        {
          id: 'words',
          deny: true,
          checks: [{ id: 'default.contains', parameters: { words: ['Hello'], operator: 'none' } }],
        },
      ],
    },
    body: { ...CHAT, messages: [{ role: 'user', content: 'Hello' }] },
  },
  { title: 'a config that does not exist', headers: { 'x-gateway-config': 'chta' } },
  { title: 'a body that is not JSON', body: '{"model":' },
]

const GROUPS = { providers: PROVIDERS, network: NETWORK, gateway: GATEWAY }

describe.each(Object.entries(GROUPS))('logs why: %s', (name, scenes) => {
  it('says what happened, whose fault it is and what to do', async () => {
    const pages: string[] = []
    for (const scene of scenes) {
      const path = formatPath(await recordOf(scene), () => undefined, plain).join('\n')
      expect(path).not.toContain(KEY)
      pages.push(`# ${scene.title}\n\n${path}\n`)
    }
    expectGolden(join(import.meta.dirname, `why/${name}.txt`), pages.join('\n'))
  })
})

it('logs why advises about every code of the failure table', () => {
  const pages = Object.entries(failureTable).map(([code, { status }]) => {
    const record = {
      ...{ id: '0'.repeat(32), time: '2026-11-23T10:00:00.000Z', trace: 'order-17' },
      ...{ method: 'POST', path: '/v1/chat/completions', plan: '0123456789ab', bytesIn: 1, bytesOut: 1 },
      ...{ milliseconds: 1, status, error: code, message: 'The sentence of the failure.' },
    }
    const lines = formatPath(record, () => undefined, plain)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ {2}caused by the (?:caller|operator|provider|gateway): /),
        expect.stringMatching(/^ {2}to do: /),
      ]),
    )
    return lines.slice(2).join('\n')
  })
  expectGolden(join(import.meta.dirname, 'why/codes.txt'), pages.join('\n\n'))
})
