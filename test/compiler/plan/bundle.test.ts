// The text of a bundle: what is emitted decodes to the same value, and the bytes depend only on the content of configs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import { decodeBundle } from '../../../compiler/plan/decode.ts'
import { emit } from '../../../compiler/plan/emit.ts'
import type { Config, Plan } from '../../../schemas/generated/types.ts'
import { configs, crowdedConfigs } from '../../support/arbitrary-config.ts'
import { bundleOf, sha256 } from '../../support/bundle.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const lowered = (config: Config): Plan => lowerConfig(config, tinyCatalog, STANDALONE)
const anyConfig = fc.oneof(configs, crowdedConfigs)

/** The same value with the keys of every object the other way round. */
function reversed<Value>(value: Value): Value {
  const turn = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(turn)
    if (typeof each !== 'object' || each === null) return each
    const pairs = Object.entries(each).map(([key, member]) => [key, turn(member)] as const)
    return Object.fromEntries(pairs.reverse())
  }
  return turn(value) as Value
}

describe('the text of a bundle', () => {
  it('reads back as the bundle that was written, optimised or not', () => {
    fc.assert(
      fc.property(anyConfig, config => {
        for (const plan of [lowered(config), optimise(lowered(config))]) {
          const bundle = bundleOf(plan)
          expect(decodeBundle(emit(bundle), sha256)).toEqual({ bundle })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('does not depend on the order of keys in the config', () => {
    fc.assert(
      fc.property(anyConfig, config => {
        const text = (each: Config): string => emit(bundleOf(optimise(lowered(each))))
        expect(text(reversed(config))).toBe(text(config))
      }),
      { numRuns: 300 },
    )
  })

  it('refuses a literal secret', () => {
    const plan = lowerConfig({ provider: 'openai', api_key: 'sk-literal' }, tinyCatalog, {
      ...STANDALONE,
      origin: 'request',
    })
    expect(() => emit(bundleOf(plan))).toThrow(
      'The bundle contains a literal secret (plan "chat", node 0, api_key).',
    )
  })
})
