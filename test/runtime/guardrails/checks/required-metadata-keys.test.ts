// default.requiredMetadataKeys
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const metadataKeys = ['user', 'team']

const cases: readonly [parameters: object, metadata: object, passed: boolean, reason: string][] = [
  [{ metadataKeys }, { user: 'a', team: 'b' }, true, 'The metadata has 2 of 2 keys; all expected.'],
  [{ metadataKeys }, { user: 'a' }, false, 'The metadata lacks "team".'],
  [{ metadataKeys, operator: 'any' }, { user: '' }, true, 'The metadata has 1 of 2 keys; any expected.'],
  [{ metadataKeys, operator: 'any' }, {}, false, 'The metadata has 0 of 2 keys; any expected.'],
  [{ metadataKeys, operator: 'none' }, { other: 'a' }, true, 'The metadata has 0 of 2 keys; none expected.'],
  [{ metadataKeys, operator: 'none' }, { user: 'a' }, false, 'The metadata has 1 of 2 keys; none expected.'],
  [{ metadataKeys: ['toString'] }, {}, false, 'The metadata lacks "toString".'],
  [{ metadataKeys, not: true }, { user: 'a' }, true, 'The metadata lacks "team".'],
]

describe('default.requiredMetadataKeys', () => {
  it.each(cases)('%j of %j', async (parameters, metadata, passed, reason) => {
    const finding = await evaluateWith('default.requiredMetadataKeys', parameters, {
      metadata: metadata as never,
    })
    expect(finding).toMatchObject({ passed, reason })
  })

  it('names the keys that are missing', async () => {
    const finding = await evaluateWith(
      'default.requiredMetadataKeys',
      { metadataKeys },
      { metadata: { user: 'a' } },
    )
    expect(finding.facts).toEqual({ found: 1, keys: 2, missing: ['team'] })
  })
})
