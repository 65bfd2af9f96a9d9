// Semantics, section 21: what of a client's tags is logged.
import { describe, expect, it } from 'vitest'
import { requestTags } from '../../../runtime/gateway/request-tags.ts'

describe('Tags of a request', () => {
  it('are absent where the request has none', () => {
    expect(requestTags({}, undefined)).toEqual({ metadata: undefined, span: undefined })
    expect(requestTags({ list: [1], nothing: null }, undefined).metadata).toBeUndefined()
  })

  it('are bounded in number and length', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, index]))
    expect(Object.keys(requestTags(many, undefined).metadata ?? {})).toHaveLength(32)
    expect(requestTags({ ['k'.repeat(1000)]: 'v'.repeat(1000) }, { name: 'n'.repeat(1000) })).toEqual({
      metadata: { ['k'.repeat(64)]: 'v'.repeat(128) },
      span: { id: undefined, parent: undefined, name: 'n'.repeat(128) },
    })
  })

  it('hide a credential that is cut in the middle', () => {
    const text = `${'x '.repeat(60)}sk-${'a'.repeat(40)}`
    expect(requestTags({ note: text }, undefined).metadata?.['note']).not.toContain('sk-a')
  })
})
