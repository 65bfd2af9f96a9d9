// The types that an author gets: parameters are read off the schema. The compiler of types is what runs these tests; one
// that does not hold does not compile.

import { describe, expectTypeOf, it } from 'vitest'
import { defineCheck } from '../../../../compiler/read/typescript/authoring.ts'
import type { ParametersOf } from '../../../../schemas/contracts/custom-check.ts'

const SCHEMA = {
  title: 'Tone',
  description: 'It is calm.',
  properties: {
    most: { type: 'integer', description: 'It has a default.', default: 0 },
    mode: { description: 'It is required.', enum: ['any', 'all'] },
    words: { type: 'array', description: 'It may be missing.', items: { type: 'string' } },
    rules: {
      type: 'array',
      description: 'It holds objects.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          word: { type: 'string', description: 'A word.' },
          weight: { type: 'number', description: 'A weight.' },
        },
        required: ['word'],
      },
    },
    names: { type: 'object', description: 'It is a map.', additionalProperties: { type: 'boolean' } },
    anything: { description: 'It may be anything.' },
    key: { type: 'string', description: 'It is given beside.', 'x-secret': true },
    timeoutMs: { type: 'integer', description: 'Milliseconds.', 'x-timeout': true },
  },
  required: ['mode'],
} as const

describe('the parameters of a check', () => {
  it('are those of its schema, without secrets and timeout', () => {
    expectTypeOf<ParametersOf<typeof SCHEMA>>().branded.toEqualTypeOf<{
      readonly most: number
      readonly mode: 'any' | 'all'
      readonly words?: readonly string[]
      readonly rules?: readonly { readonly word: string; readonly weight?: number }[]
      readonly names?: Readonly<Record<string, boolean>>
      readonly anything?: unknown
    }>()
  })

  it('are inferred', () => {
    defineCheck({
      schema: {
        title: 'Tone',
        description: 'It is calm.',
        properties: { most: { type: 'integer', description: 'How many.', default: 0 } },
      },
      link: parameters => {
        expectTypeOf(parameters.most).toEqualTypeOf<number>()
        // @ts-expect-error There is no such parameter.
        parameters.mots
        return () => ({ passed: true, reason: 'It is calm.' })
      },
    })
  })
})
