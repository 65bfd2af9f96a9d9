// Generated configs whose guards may fail without denying, whose reply guards hold streams or release them in windows, and
// whose retries may list what guards reply.
import fc from 'fast-check'
import type { Config, ErrorKind } from '../../schemas/generated/types.ts'
import { configs } from './arbitrary-config.ts'

const guards = fc.record({
  deniesRequests: fc.boolean(),
  deniesReplies: fc.boolean(),
  stream: fc.constantFrom(undefined, 'hold', 'window'),
  retriesOn: fc.constantFrom<readonly number[]>([], [446], [246], [446, 246]),
  useRetryAfter: fc.boolean(),
  maxWait: fc.constantFrom(undefined, 400, 3_000),
  attempts: fc.integer({ min: 1, max: 4 }),
})
type GuardChanges = typeof guards extends fc.Arbitrary<infer T> ? T : never

function change(config: Config, changes: readonly GuardChanges[], depth = 0): Config {
  const { deniesRequests, deniesReplies, stream, retriesOn, useRetryAfter, maxWait, attempts } =
    changes[depth % changes.length] ?? NO_CHANGES
  const { retry, input_guardrails: input, output_guardrails: output, targets } = config
  const deniedOr = (guard: unknown, deny: boolean): object => ({ ...Object(guard), deny })
  return {
    ...config,
    ...(input === undefined
      ? {}
      : {
          input_guardrails: input.map(guard => deniedOr(guard, deniesRequests)) as NonNullable<typeof input>,
        }),
    ...(output === undefined
      ? {}
      : {
          output_guardrails: output.map(guard => ({
            ...deniedOr(guard, deniesReplies),
            ...(stream === undefined ? {} : { stream }),
          })) as NonNullable<typeof output>,
        }),
    ...(retry === undefined
      ? {}
      : {
          retry: {
            ...retry,
            attempts,
            use_retry_after_headers: useRetryAfter,
            ...(useRetryAfter && maxWait !== undefined ? { max_wait: maxWait } : {}),
            ...(retriesOn.length > 0
              ? { on_status_codes: [...(retry.on_status_codes ?? []), ...retriesOn] }
              : {}),
          },
        }),
    ...(targets === undefined
      ? {}
      : { targets: targets.map((target, index) => change(target, changes, depth + index + 1)) }),
  }
}

const NO_CHANGES: GuardChanges = {
  deniesRequests: true,
  deniesReplies: true,
  stream: undefined,
  retriesOn: [],
  useRetryAfter: false,
  maxWait: undefined,
  attempts: 1,
}

/** What generated errors are about, whatever their status. */
const KINDS: ErrorKind[] = ['overloaded', 'timeout', 'auth', 'context_length', 'rate_limit']

/** Guards on both sides of few targets, with retries: such targets are rare among all configs, and seldom reached. */
const guarded: fc.Arbitrary<Config> = fc
  .record({ targets: fc.integer({ min: 1, max: 2 }), codes: fc.constantFrom([500], [429, 503]) })
  .map(({ targets, codes }) => ({
    strategy: { mode: 'fallback' },
    retry: { attempts: 1, on_status_codes: codes },
    input_guardrails: [{ id: 'asked', deny: true, regexMatch: { rule: 'x' } }],
    output_guardrails: [{ id: 'reply', deny: true, wordCount: { maxWords: 9 } }],
    targets: Array.from({ length: targets }, () => ({ provider: 'openai', api_key: '${env:ONE}' })),
  }))

/** Targets behind circuit breakers, which only open circuits lead to: whatever the first of them replies is returned. */
const untriggered: fc.Arbitrary<Config> = fc
  .array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 4 })
  .map(targets => ({
    strategy: { mode: 'fallback', on_status_codes: [] },
    targets: targets.map(([hasBreaker, hasRetry]) => ({
      provider: 'openai',
      api_key: '${env:ONE}',
      ...(hasBreaker && { cb_config: { failure_threshold: 2, cooldown_interval: 30_000 } }),
      ...(hasRetry && { retry: { attempts: 2 } }),
    })),
  }))

/** Retries by kinds of errors, of a target that replies so soon that only the waits count. */
export const patientConfigs: fc.Arbitrary<Config> = fc.subarray(KINDS, { minLength: 1 }).map(kinds => ({
  provider: 'openai',
  api_key: '${env:ONE}',
  request_timeout: 1,
  retry: { attempts: 5, on_errors: kinds },
}))

export const failingConfigs: fc.Arbitrary<Config> = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: configs },
      { weight: 1, arbitrary: guarded },
      { weight: 1, arbitrary: untriggered },
      { weight: 1, arbitrary: patientConfigs },
    ),
    fc.array(guards, { minLength: 1, maxLength: 4 }),
  )
  .map(([config, changes]) => change(config, changes))
