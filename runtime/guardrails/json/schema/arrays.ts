// Keywords on arrays, of drafts 7 and later: a list of schemas in `items` is the older form of `prefixItems`.

import { canonical } from '../../../../compiler/plan/canonical.ts'
import type { Json } from '../../../../compiler/source.ts'
import { aside, type Keyword, type Test } from './keyword.ts'

const onArrays =
  (test: (items: readonly Json[], judgement: Parameters<Test>[1]) => boolean): Test =>
  (value, judgement) =>
    !Array.isArray(value) || test(value as readonly Json[], judgement)

const size =
  (holds: (length: number, wanted: number) => boolean): Keyword =>
  (wanted, { mistake }) =>
    typeof wanted === 'number'
      ? onArrays(items => holds(items.length, wanted))
      : void mistake('A size limit must be a number.')

const first: Keyword = (wanted, { below, mistake }) => {
  if (!Array.isArray(wanted)) return void mistake('"prefixItems" must be a list of schemas.')
  const tests = wanted.map((schema, index) => below(schema, `prefixItems/${index}`))
  return onArrays((items, judgement) =>
    tests.every((test, index) => index >= items.length || test(items[index] ?? null, judgement)),
  )
}

/** Items from `start` on. */
const rest = (wanted: Json, path: string, start: number, below: Parameters<Keyword>[1]['below']): Test => {
  const test = below(wanted, path)
  return onArrays((items, judgement) => {
    for (let index = start; index < items.length; index += 1)
      if (!test(items[index] ?? null, judgement)) return false
    return true
  })
}

const lengthOf = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0)

export const arrayKeywords: Readonly<Record<string, Keyword>> = {
  minItems: size((found, wanted) => found >= wanted),
  maxItems: size((found, wanted) => found <= wanted),
  prefixItems: first,
  items: (wanted, linking, schema) =>
    Array.isArray(wanted)
      ? first(wanted, linking, schema)
      : rest(wanted, 'items', lengthOf(schema['prefixItems']), linking.below),
  additionalItems: (wanted, { below }, schema) =>
    Array.isArray(schema['items'])
      ? rest(wanted, 'additionalItems', lengthOf(schema['items']), below)
      : undefined,
  contains: (wanted, { below }, schema) => {
    const test = aside(below(wanted, 'contains'))
    const { minContains: least = 1, maxContains: most = Number.POSITIVE_INFINITY } = schema
    return onArrays((items, judgement) => {
      let count = 0
      for (const item of items) if (test(item, judgement)) count += 1
      return count >= Number(least) && count <= Number(most)
    })
  },
  uniqueItems: wanted =>
    wanted === true
      ? onArrays((items, judgement) => {
          const seen = new Set<string>()
          for (const item of items) {
            const text = canonical(item)
            judgement.left -= text.length >> 4
            if (seen.has(text) || judgement.left < 0) return false
            seen.add(text)
          }
          return true
        })
      : undefined,
}
