import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { withTrace } from '../../../runtime/mcp/messages/envelope.ts'
import { linkShare, traceContextFor } from '../../../runtime/values/trace-context.ts'

const digits = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
const trace = digits.map(each => each.join(''))

describe('the share of traces that are kept', () => {
  it.each([
    [0, 'f', false],
    [1, '0', true],
    [2, '0', true],
    [0.5, '8', true],
    [0.5, '7', false],
    [1 / 16, 'f', true],
    [1 / 16, 'e', false],
    [1e-17, 'f', false],
  ])('%d of them: one that ends with digits from %s on is kept: %s', (share, first, kept) => {
    const rest = first === '8' || share === 1 / 16 ? '0' : 'f'
    expect(linkShare(share)(`${'a'.repeat(19)}${first}${rest.repeat(12)}`)).toBe(kept)
  })

  it('is decided by the number that the last 13 digits are', () => {
    fc.assert(
      fc.property(trace, fc.double({ min: 0, max: 1, noNaN: true }), (each, share) => {
        const number = Number.parseInt(each.slice(-13), 16)
        expect(linkShare(share)(each)).toBe(number >= 16 ** 13 * (1 - share))
      }),
    )
  })

  it('keeps what a smaller share keeps', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(trace, share, share, (each, one, other) => {
        const [smaller, larger] = one < other ? [one, other] : [other, one]
        if (linkShare(smaller)(each)) expect(linkShare(larger)(each)).toBe(true)
      }),
    )
  })
})

test('MCP servers and agents get the state of a trace with it, and no state without one', () => {
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  const states = ['tracestate', 'a=b', 'TraceState', 'c=d']
  expect(traceContextFor(['traceparent', parent, ...states], 'x')).toEqual({
    traceparent: parent,
    tracestate: 'a=b,c=d',
  })
  expect(traceContextFor(states, 'order-7')).toEqual({})
  expect(withTrace({ name: 'f' }, { traceparent: parent, tracestate: 'a=b' })).toEqual({
    name: 'f',
    _meta: { traceparent: parent, tracestate: 'a=b' },
  })
  const own = { _meta: { traceparent: 'own' } }
  expect(withTrace(own, { traceparent: parent, tracestate: 'a=b' })).toEqual(own)
})
