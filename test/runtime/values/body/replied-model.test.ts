// The model that a reply names is found without parsing it: the same as in the parsed reply, wherever it is.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repliedModel } from '../../../../runtime/values/body/reply-fields.ts'
import { runs } from '../../../support/property-seed.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const name = fc.stringMatching(/^[a-z0-9][a-z0-9./:@ -]{0,40}$/)
const noise = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.constant('"model":"other"'),
  fc.constant({ model: 'nested', text: '}"model":"x"' }),
  fc.constant([{ model: 'listed' }, 'model']),
  fc.constant('x'.repeat(3000)),
)
const fields = fc.array(fc.tuple(fc.stringMatching(/^[a-z_]{1,9}$/), noise), { maxLength: 6 })

describe('The model of a reply', () => {
  it('is that of its top level, before and behind any other fields', () => {
    fc.assert(
      fc.property(fields, name, fields, fc.constantFrom(0, 2), (before, model, behind, indent) => {
        const others = (entries: readonly (readonly [string, unknown])[]) =>
          Object.fromEntries(entries.filter(([key]) => key !== 'model'))
        const body = { ...others(before), model, ...others(behind.map(([key, value]) => [`${key}_`, value])) }
        expect(repliedModel(bytesOf(JSON.stringify(body, undefined, indent)))).toBe(model)
      }),
      { numRuns: runs(300) },
    )
  })

  it('is absent where only a nested object or a text has one', () => {
    fc.assert(
      fc.property(fields, fc.constantFrom(0, 2), (entries, indent) => {
        const body = Object.fromEntries(entries.filter(([key]) => key !== 'model'))
        expect(repliedModel(bytesOf(JSON.stringify(body, undefined, indent)))).toBeUndefined()
      }),
      { numRuns: runs(300) },
    )
  })

  it.each(['', '[]', '{', '{"model"', '{"model":7}', '{"model":""}', '{"model":null,"a":1}'])(
    'is absent in %s',
    text => {
      expect(repliedModel(bytesOf(text))).toBeUndefined()
    },
  )
})
