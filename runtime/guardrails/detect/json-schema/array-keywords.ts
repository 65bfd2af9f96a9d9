// Keywords on arrays, of drafts 7 and later: a list of schemas in `items` is the older form of `prefixItems`.

import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { type SchemaKeyword, type SchemaTest, withoutViolation } from './keyword.ts'

const onArrays =
  (test: (items: readonly Json[], validation: Parameters<SchemaTest>[1]) => boolean): SchemaTest =>
  (value, validation) =>
    !Array.isArray(value) || test(value as readonly Json[], validation)

const sizeKeyword =
  (holds: (length: number, value: number) => boolean): SchemaKeyword =>
  (value, { reportError }) =>
    typeof value === 'number'
      ? onArrays(items => holds(items.length, value))
      : void reportError('A size limit must be a number.')

const prefixItems: SchemaKeyword = (value, { linkBelow, reportError }) => {
  if (!Array.isArray(value)) return void reportError('"prefixItems" must be a list of schemas.')
  const tests = value.map((schema, index) => linkBelow(schema, `prefixItems/${index}`))
  return onArrays((items, validation) =>
    tests.every((test, index) => index >= items.length || test(items[index] ?? null, validation)),
  )
}

/** Items from `start` on. */
const itemsFrom = (
  value: Json,
  path: string,
  start: number,
  linkBelow: Parameters<SchemaKeyword>[1]['linkBelow'],
): SchemaTest => {
  const test = linkBelow(value, path)
  return onArrays((items, validation) => {
    for (let index = start; index < items.length; index += 1)
      if (!test(items[index] ?? null, validation)) return false
    return true
  })
}

const listLength = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0)

export const arrayKeywords: Readonly<Record<string, SchemaKeyword>> = {
  minItems: sizeKeyword((found, value) => found >= value),
  maxItems: sizeKeyword((found, value) => found <= value),
  prefixItems: prefixItems,
  items: (value, linking, schema) =>
    Array.isArray(value)
      ? prefixItems(value, linking, schema)
      : itemsFrom(value, 'items', listLength(schema['prefixItems']), linking.linkBelow),
  additionalItems: (value, { linkBelow, reportMistake }, schema) =>
    Array.isArray(schema['items'])
      ? itemsFrom(value, 'additionalItems', listLength(schema['items']), linkBelow)
      : reportMistake('"additionalItems" has no effect without a list in "items".'),
  contains: (value, { linkBelow, reportMistake }, schema) => {
    const test = withoutViolation(linkBelow(value, 'contains'))
    const { minContains: min = 1, maxContains: max = Number.POSITIVE_INFINITY } = schema
    if (typeof min !== 'number' || typeof max !== 'number')
      reportMistake('"minContains" and "maxContains" must be numbers.')
    return onArrays((items, validation) => {
      let count = 0
      for (const item of items) if (test(item, validation)) count += 1
      return count >= Number(min) && count <= Number(max)
    })
  },
  uniqueItems: (value, { reportMistake }) => {
    if (typeof value !== 'boolean') reportMistake('"uniqueItems" must be true or false.')
    return value === true
      ? onArrays((items, validation) => {
          const seen = new Set<string>()
          for (const item of items) {
            const text = canonicalJson(item)
            validation.stepsLeft -= text.length >> 4
            if (seen.has(text) || validation.stepsLeft < 0) return false
            seen.add(text)
          }
          return true
        })
      : undefined
  },
}
