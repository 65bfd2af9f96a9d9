// Paths of the OpenAPI document that lead to one operation each. A path without names goes before one with names, as OpenAPI 3.1 defines; of
// two that each have a name where the other has none, the one with the name further to the left does not take the other's word there.
import type { Schema } from './schema.ts'

const isName = (segment: string | undefined): boolean => segment?.startsWith('{') === true

/** By the segment of a path, the words of other paths that it is not. */
function wordsOfOthers(path: string, others: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const segments = path.split('/')
  const words = new Map<string, string[]>()
  for (const other of others) {
    const theirs = other.split('/')
    const mayBeBoth =
      theirs.length === segments.length &&
      segments.every((each, index) => each === theirs[index] || isName(each) || isName(theirs[index]))
    if (!mayBeBoth) continue
    const first = segments.findIndex((each, index) => isName(each) !== isName(theirs[index]))
    const [mine = '', word = ''] = [segments[first], theirs[first]]
    const isCrossed = segments.some((each, index) => !isName(each) && isName(theirs[index]))
    if (isName(mine) && isCrossed)
      words.set(mine.slice(1, -1), [...(words.get(mine.slice(1, -1)) ?? []), word])
  }
  return words
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

const withoutWords = (parameter: Parameter, words: readonly string[] | undefined): Parameter =>
  parameter.in !== 'path' || words === undefined
    ? parameter
    : { ...parameter, schema: { ...parameter.schema, not: { enum: [...new Set(words)] } } }

/** The same paths, whose names exclude the words of others. */
export function distinctPaths(paths: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const all = Object.keys(paths)
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => {
      const words = wordsOfOthers(path, all)
      if (words.size === 0) return [path, operations]
      const changed = Object.entries(operations).map(([method, operation]) => {
        const { parameters, ...others } = operation as Schema & { readonly parameters: readonly Parameter[] }
        const named = parameters.map(each => withoutWords(each, words.get(each.name)))
        return [method, { ...others, parameters: named }]
      })
      return [path, Object.fromEntries(changed)]
    }),
  )
}
