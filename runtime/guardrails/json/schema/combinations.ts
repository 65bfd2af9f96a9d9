// Keywords that combine schemas for the same value.

import type { Json } from '../../../../compiler/source.ts'
import { aside, type Keyword, type Linking, type Test } from './keyword.ts'

const linkList = (wanted: Json, name: string, { below, mistake }: Linking): readonly Test[] | undefined => {
  if (Array.isArray(wanted) && wanted.length > 0)
    return wanted.map((schema, index) => below(schema, `${name}/${index}`))
  return void mistake(`"${name}" must be a list of schemas.`)
}

export const combiningKeywords: Readonly<Record<string, Keyword>> = {
  $ref: (wanted, { reference, mistake }) =>
    typeof wanted === 'string' ? reference(wanted) : void mistake('"$ref" must be a string.'),
  allOf: (wanted, linking) => {
    const tests = linkList(wanted, 'allOf', linking)
    return tests && ((value, judgement) => tests.every(test => test(value, judgement)))
  },
  anyOf: (wanted, linking) => {
    const tests = linkList(wanted, 'anyOf', linking)?.map(aside)
    return tests && ((value, judgement) => tests.some(test => test(value, judgement)))
  },
  oneOf: (wanted, linking) => {
    const tests = linkList(wanted, 'oneOf', linking)?.map(aside)
    return tests && ((value, judgement) => tests.filter(test => test(value, judgement)).length === 1)
  },
  not: (wanted, { below }) => {
    const test = aside(below(wanted, 'not'))
    return (value, judgement) => !test(value, judgement)
  },
  if: (wanted, { below }, schema) => {
    const test = aside(below(wanted, 'if'))
    const [then, otherwise] = [below(schema['then'] ?? true, 'then'), below(schema['else'] ?? true, 'else')]
    return (value, judgement) => (test(value, judgement) ? then : otherwise)(value, judgement)
  },
}
