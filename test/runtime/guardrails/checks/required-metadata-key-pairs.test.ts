// default.requiredMetadataKeyPairs
import { describe, expect, it } from 'vitest'
import { judgeWith } from './judge-with.ts'

const metadataPairs = { env: 'prod', level: 3 }

const cases: readonly [parameters: object, metadata: object, passed: boolean, reason: string][] = [
  [{ metadataPairs }, { env: 'prod', level: '3' }, true, 'The metadata hold 2 of 2 pairs; all wanted.'],
  [{ metadataPairs }, { env: 'prod', level: 3 }, true, 'The metadata hold 2 of 2 pairs; all wanted.'],
  [{ metadataPairs }, { env: 'test', level: 3 }, false, 'The metadata hold 1 of 2 pairs; all wanted.'],
  [{ metadataPairs, operator: 'any' }, { level: 3 }, true, 'The metadata hold 1 of 2 pairs; any wanted.'],
  [
    { metadataPairs, operator: 'none' },
    { env: 'test' },
    true,
    'The metadata hold 0 of 2 pairs; none wanted.',
  ],
  [
    { metadataPairs, operator: 'none' },
    { env: 'prod' },
    false,
    'The metadata hold 1 of 2 pairs; none wanted.',
  ],
  [{ metadataPairs: { flag: true } }, { flag: 'true' }, true, 'The metadata hold 1 of 1 pair; all wanted.'],
  [{ metadataPairs: { a: 'null' } }, { a: null }, false, 'The metadata hold 0 of 1 pair; all wanted.'],
  [
    { metadataPairs, not: true },
    { env: 'prod', level: 3 },
    false,
    'The metadata hold 2 of 2 pairs; all wanted; "not" forbids this.',
  ],
]

describe('default.requiredMetadataKeyPairs', () => {
  it.each(cases)('%j of %j', async (parameters, metadata, passed, reason) => {
    const subject = { metadata: metadata as never }
    expect(await judgeWith('default.requiredMetadataKeyPairs', parameters, subject)).toMatchObject({
      passed,
      reason,
    })
  })

  it('names keys, never values', async () => {
    const finding = await judgeWith(
      'default.requiredMetadataKeyPairs',
      { metadataPairs },
      { metadata: { env: 'secret' } },
    )
    expect(finding.facts).toEqual({ found: 0, pairs: 2, missing: ['env', 'level'] })
    expect(JSON.stringify(finding)).not.toMatch(/prod|secret/)
  })
})
