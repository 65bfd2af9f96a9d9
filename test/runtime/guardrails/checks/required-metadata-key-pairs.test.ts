// default.requiredMetadataKeyPairs
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const metadataPairs = { env: 'prod', level: 3 }

const cases: readonly [parameters: object, metadata: object, passed: boolean, reason: string][] = [
  [{ metadataPairs }, { env: 'prod', level: '3' }, true, 'The metadata has 2 of 2 pairs; all expected.'],
  [{ metadataPairs }, { env: 'prod', level: 3 }, true, 'The metadata has 2 of 2 pairs; all expected.'],
  [{ metadataPairs }, { env: 'test', level: 3 }, false, 'The metadata has 1 of 2 pairs; all expected.'],
  [{ metadataPairs, operator: 'any' }, { level: 3 }, true, 'The metadata has 1 of 2 pairs; any expected.'],
  [
    { metadataPairs, operator: 'none' },
    { env: 'test' },
    true,
    'The metadata has 0 of 2 pairs; none expected.',
  ],
  [
    { metadataPairs, operator: 'none' },
    { env: 'prod' },
    false,
    'The metadata has 1 of 2 pairs; none expected.',
  ],
  [{ metadataPairs: { flag: true } }, { flag: 'true' }, true, 'The metadata has 1 of 1 pair; all expected.'],
  [{ metadataPairs: { a: 'null' } }, { a: null }, false, 'The metadata has 0 of 1 pair; all expected.'],
  [
    { metadataPairs, not: true },
    { env: 'prod', level: 3 },
    false,
    'The metadata has 2 of 2 pairs; all expected; "not" forbids this.',
  ],
]

describe('default.requiredMetadataKeyPairs', () => {
  it.each(cases)('%j of %j', async (parameters, metadata, passed, reason) => {
    const subject = { metadata: metadata as never }
    expect(await evaluateWith('default.requiredMetadataKeyPairs', parameters, subject)).toMatchObject({
      passed,
      reason,
    })
  })

  it('names keys, never values', async () => {
    const finding = await evaluateWith(
      'default.requiredMetadataKeyPairs',
      { metadataPairs },
      { metadata: { env: 'secret' } },
    )
    expect(finding.facts).toEqual({ found: 0, pairs: 2, missing: ['env', 'level'] })
    expect(JSON.stringify(finding)).not.toMatch(/prod|secret/)
  })
})
