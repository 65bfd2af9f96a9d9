// Semantics, section 21: what of a client's tags is logged.
import { describe, expect, it } from 'vitest'
import { linkRequestTags } from '../../../runtime/gateway/request-tags.ts'
import { harness } from './prompted-gateway.ts'

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

describe('Calls that are tagged', () => {
  const headers = { 'x-gateway-metadata': '{"team":"legal"}', 'x-gateway-span-id': 's1' }
  const body = { variables: { customer: 'Ada' } }

  it.each([
    { method: 'POST', path: '/prompts/letter/completions', body },
    { method: 'POST', path: '/prompts/letter/render', body },
    { method: 'GET', path: '/models' },
  ])('$method $path', async request => {
    const { call } = harness()
    const reply = await call({ ...request, headers })
    expect([reply.status, reply.outcome?.record.tags]).toMatchObject([
      200,
      { metadata: { team: 'legal' }, span: { id: 's1' } },
    ])
    const untagged = await call({ ...request, headers: { 'x-gateway-metadata': '[]' } })
    expect([untagged.status, untagged.json]).toMatchObject([400, { error: { code: 'invalid_metadata' } }])
  })
})
