// The headers that the gateway adds to a response (semantics, section 14).
import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HeaderFacts, linkGatewayHeaders } from '../../../runtime/http/respond.ts'
import type { Reply } from '../../../runtime/values/call.ts'

const REPLY: Reply = {
  status: 200,
  headers: [],
  body: new Uint8Array(),
  target: 'config.targets[1]',
  provider: 'openai',
  retries: 2,
  cache: undefined,
}
const headersOf = (
  reply: Partial<Reply>,
  record?: HeaderFacts['record'],
  model?: string,
): Readonly<Record<string, string>> => {
  const list: string[] = []
  linkGatewayHeaders('x-gateway-', '0123456789ab')(
    list,
    'trace',
    { ...REPLY, ...reply },
    record && { record, model },
  )
  return Object.fromEntries(
    list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? '']] : [])),
  )
}

describe("The gateway's headers", () => {
  it('contain plan, provider, target and retry count', () => {
    expect(headersOf({})).toEqual({
      'x-gateway-trace-id': 'trace',
      'x-gateway-plan': '0123456789ab',
      'x-content-type-options': 'nosniff',
      'x-gateway-provider': 'openai',
      'x-gateway-last-used-option-index': 'config.targets[1]',
      'x-gateway-retry-attempt-count': '2',
      'x-gateway-cache-status': 'DISABLED',
    })
  })

  it('contain the plan of the canary that served the call', () => {
    expect(headersOf({}, { canary: { release: 2, plan: 'ba9876543210' } })['x-gateway-plan']).toBe(
      'ba9876543210',
    )
  })

  it('name the model that served: answered, else sent, else asked', () => {
    const modelOf = (record: HeaderFacts['record']) => headersOf({}, record, 'asked')['x-gateway-model']
    expect(modelOf({ answeredModel: 'answered', servedModel: 'sent' })).toBe('answered')
    expect(modelOf({ servedModel: 'accounts/a/models/sent' })).toBe('accounts/a/models/sent')
    expect(modelOf({})).toBe('asked')
    expect(modelOf({ answeredModel: 'möd\r\nel' })).toBe('m%C3%B6d%0D%0Ael')
  })

  it('contain the verdict of guards where some ran', () => {
    const results = { before_request_hooks: [], after_request_hooks: [] }
    expect(headersOf({ hooks: { verdict: 'failed', results } })['x-gateway-hook-verdict']).toBe('failed')
    expect(headersOf({})['x-gateway-hook-verdict']).toBeUndefined()
  })

  it('contain skipped targets and what names a provider without effect', () => {
    const record = { skippedTargets: ['config.targets[0]'], ignored: ['x-gateway-provider', '@other'] }
    expect(headersOf({}, record)).toMatchObject({
      'x-gateway-skipped-targets': 'config.targets[0]',
      'x-gateway-ignored': 'x-gateway-provider, @other',
    })
  })

  it('do not mention targets where none was called', () => {
    expect(Object.keys(headersOf({ target: undefined, provider: undefined }))).toEqual([
      'x-gateway-trace-id',
      'x-gateway-plan',
      'x-content-type-options',
    ])
  })

  it.each<readonly [readonly string[], string | undefined]>([
    [[], undefined],
    [['seed', 'top_k'], 'seed, top_k'],
    [['a\r\nset-cookie: x'], 'a%0D%0Aset-cookie%3A%20x'],
    [['日本'], '%E6%97%A5%E6%9C%AC'],
    [['\ud800'], '%EF%BF%BD'],
    [
      Array.from({ length: 40 }, () => 'x'),
      `${Array.from({ length: 32 }, () => 'x').join(', ')}, and 8 more`,
    ],
  ])('name dropped parameters %j', (dropped, expected) => {
    expect(headersOf({ dropped })['x-gateway-dropped-params']).toBe(expected)
  })

  it('are valid whatever a client’s parameter names contain', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 50 }), dropped => {
        for (const [name, value] of Object.entries(headersOf({ dropped }))) {
          validateHeaderValue(name, value)
          expect(value.length).toBeLessThan(20_000)
        }
      }),
    )
  })
})
