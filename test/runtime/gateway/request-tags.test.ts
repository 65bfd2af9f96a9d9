// Semantics, section 21: what of a client's tags is logged.
import { describe, expect, it } from 'vitest'
import { linkRequestTags } from '../../../runtime/gateway/request-tags.ts'

const requestTags = linkRequestTags()

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

  it('always have the keys with a meaning, wherever they stand among others', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, index]))
    const meant = { _user: 'ann', _prompt: 'p', _organisation: 'o', _environment: 'live' }
    const { metadata = {} } = requestTags({ ...many, ...meant }, undefined)
    expect(metadata).toMatchObject(meant)
    expect(Object.keys(metadata)).toHaveLength(32)
  })

  it('hide a credential that is cut in the middle', () => {
    const text = `${'x '.repeat(60)}sk-${'a'.repeat(40)}`
    expect(requestTags({ note: text }, undefined).metadata?.['note']).not.toContain('sk-a')
  })

  it('are the same however often a key is sent, and however many others were', () => {
    const metadata = { team: 'legal', token: 'abc', [`sk-${'a'.repeat(20)}`]: 'x' }
    const shown = { team: 'legal', token: '***', ['*'.repeat(23)]: 'x' }
    for (let round = 0; round < 3; round += 1) {
      expect(requestTags(metadata, undefined).metadata).toEqual(shown)
      for (let index = 0; index < 1_500; index += 1) requestTags({ [`${round}-${index}`]: '' }, undefined)
    }
  })

  it('have a key that objects inherit as any other', () => {
    const metadata = JSON.parse('{"__proto__":"a","constructor":"b"}')
    expect(Object.entries(requestTags(metadata, undefined).metadata ?? {})).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
  })
})
