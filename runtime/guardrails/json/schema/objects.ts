// Keywords on objects. Only own properties count, whatever their names.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { asObject, isObject } from '../../../providers/wire/json.ts'
import { escaped, type Judgement, type Keyword, type Linking, type Test } from './keyword.ts'

/** `steps`: number of property lookups per object. */
const onObjects =
  (test: (object: JsonObject, judgement: Judgement) => boolean, steps = 0): Test =>
  (value, judgement) => {
    if (!isObject(value)) return true
    judgement.left -= steps
    return judgement.left >= 0 && test(value, judgement)
  }

const size =
  (holds: (length: number, wanted: number) => boolean): Keyword =>
  (wanted, { mistake }) =>
    typeof wanted === 'number'
      ? onObjects((object, judgement) => {
          const { length } = Object.keys(object)
          judgement.left -= length >> 4
          return holds(length, wanted)
        })
      : void mistake('A size limit must be a number.')

type Named = readonly (readonly [name: string, test: Test])[]

const linkNamed = (wanted: Json | undefined, path: string, { below }: Linking): Named =>
  Object.entries(asObject(wanted)).map(([name, schema]) => [name, below(schema, `${path}/${escaped(name)}`)])

/** Properties that are required, always or with another property. */
const all =
  (names: readonly string[]) =>
  (object: JsonObject): boolean =>
    names.every(name => Object.hasOwn(object, name))

const dependent: Keyword = (wanted, linking) => {
  const rules = Object.entries(asObject(wanted)).map(([name, rule]) => {
    const test = Array.isArray(rule)
      ? all(rule.map(String))
      : linking.below(rule, `dependentSchemas/${escaped(name)}`)
    return [name, test] as const
  })
  return onObjects(
    (object, judgement) =>
      rules.every(([name, test]) => !Object.hasOwn(object, name) || test(object, judgement)),
    rules.length,
  )
}

const properties: Keyword = (wanted, linking) => {
  const named = linkNamed(wanted, 'properties', linking)
  return onObjects(
    (object, judgement) =>
      named.every(([name, test]) => !Object.hasOwn(object, name) || test(object[name] ?? null, judgement)),
    named.length,
  )
}

const patternProperties: Keyword = (wanted, linking) => {
  const rules = linkNamed(wanted, 'patternProperties', linking).map(
    ([pattern, test]) => [linking.pattern(pattern), test] as const,
  )
  return onObjects((object, judgement) =>
    Object.entries(object).every(([name, value]) =>
      rules.every(([matches, test]) => !matches(name, judgement) || test(value, judgement)),
    ),
  )
}

/** Properties not covered by `properties` or `patternProperties`. */
const additionalProperties: Keyword = (wanted, { below, pattern }, schema) => {
  const named = new Set(Object.keys(asObject(schema['properties'])))
  const patterns = Object.keys(asObject(schema['patternProperties'])).map(pattern)
  const test = below(wanted, 'additionalProperties')
  return onObjects((object, judgement) =>
    Object.entries(object).every(
      ([name, value]) =>
        named.has(name) || patterns.some(matches => matches(name, judgement)) || test(value, judgement),
    ),
  )
}

export const objectKeywords: Readonly<Record<string, Keyword>> = {
  minProperties: size((found, wanted) => found >= wanted),
  maxProperties: size((found, wanted) => found <= wanted),
  required: (wanted, { mistake }) =>
    Array.isArray(wanted)
      ? onObjects(all(wanted.map(String)), wanted.length)
      : void mistake('"required" must be a list of names.'),
  properties,
  patternProperties,
  additionalProperties,
  propertyNames: (wanted, { below }) => {
    const test = below(wanted, 'propertyNames')
    return onObjects((object, judgement) => Object.keys(object).every(name => test(name, judgement)))
  },
  dependentRequired: dependent,
  dependentSchemas: dependent,
  dependencies: dependent,
}
