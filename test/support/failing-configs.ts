// Generated configs whose guards may fail without denying, whose reply guards hold streams or release them in windows, and
// whose retries may list what guards reply.
import fc from 'fast-check'
import type { Config } from '../../schemas/generated/types.ts'
import { configs } from './arbitrary-config.ts'

const guards = fc.record({
  deny: fc.boolean(),
  stream: fc.constantFrom(undefined, 'hold', 'window'),
  retriesDenials: fc.boolean(),
  useRetryAfter: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 4 }),
})
type GuardChanges = typeof guards extends fc.Arbitrary<infer T> ? T : never

function change(config: Config, changes: readonly GuardChanges[], depth = 0): Config {
  const { deny, stream, retriesDenials, useRetryAfter, attempts } =
    changes[depth % changes.length] ?? NO_CHANGES
  const { retry, input_guardrails: input, output_guardrails: output, targets } = config
  const deniedOr = (guard: unknown): object => ({ ...Object(guard), deny })
  return {
    ...config,
    ...(input === undefined ? {} : { input_guardrails: input.map(deniedOr) as NonNullable<typeof input> }),
    ...(output === undefined
      ? {}
      : {
          output_guardrails: output.map(guard => ({
            ...deniedOr(guard),
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
            ...(retriesDenials ? { on_status_codes: [...(retry.on_status_codes ?? []), 446, 246] } : {}),
          },
        }),
    ...(targets === undefined
      ? {}
      : { targets: targets.map((target, index) => change(target, changes, depth + index + 1)) }),
  }
}

const NO_CHANGES: GuardChanges = {
  deny: true,
  stream: undefined,
  retriesDenials: false,
  useRetryAfter: false,
  attempts: 1,
}

export const failingConfigs: fc.Arbitrary<Config> = fc
  .tuple(configs, fc.array(guards, { minLength: 1, maxLength: 4 }))
  .map(([config, changes]) => change(config, changes))
