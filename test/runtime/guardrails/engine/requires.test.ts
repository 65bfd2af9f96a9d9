// `requires` refuses plans that need an absent check, and manifests whose guards name one; and what a guard node that
// was linked reports the circuits and retries below it.
import { describe, expect, it } from 'vitest'
import { compile } from '../../../../compiler/compile.ts'
import { STANDALONE } from '../../../../compiler/facts/environment.ts'
import { lowerManifest } from '../../../../compiler/lower/manifest.ts'
import { missingChecks, missingParts } from '../../../../runtime/link/requires.ts'
import { runtimeCatalog } from '../../../../runtime/process/catalog.ts'
import { stubOr, withStubs } from '../../../support/stub-checks.ts'
import { STUBS } from '../stub-guards.ts'

const catalog = withStubs(runtimeCatalog(), STUBS)
const has = stubOr(STUBS, () => undefined)
const CONFIG = { provider: '@main', input_guardrails: [{ id: 'g', 'test.passes': {} }] }

describe('requires', () => {
  const { plan } = compile({ name: 'c.json', text: JSON.stringify(CONFIG) }, catalog, STANDALONE)

  it('rejects a plan that needs an absent check', () => {
    if (plan === undefined) throw new Error('The config does not compile.')
    expect(missingParts(plan, {}, catalog, () => undefined)).toEqual([
      'It runs the check "test.passes", which this runtime does not have.',
    ])
    expect(missingParts(plan, {}, catalog, has)).toEqual([])
  })

  it('rejects a manifest whose guards name one, even if no plan uses them', () => {
    const gateway = lowerManifest({ guardrails: { g: { 'test.passes': {} } } }, catalog)
    expect(missingChecks(gateway, () => undefined)).toEqual([
      'The guardrail "g" runs the check "test.passes", which this runtime does not have.',
    ])
    expect(missingChecks(gateway, has)).toEqual([])
  })
})
