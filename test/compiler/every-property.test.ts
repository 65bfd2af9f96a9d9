// No property of a config is accepted and ignored: for each of the schema, at any depth, there is a config whose plan is another one
// with it than without it, or than with another value.
import { describe, expect, it } from 'vitest'
import { compile } from '../../compiler/compile.ts'
import { STANDALONE } from '../../compiler/facts/environment.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { readSchema } from '../../schemas/sources.ts'
import { type Config, PAIRS } from './property-pairs.ts'

interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

const root: Schema = readSchema('config')

/** The paths of all properties that hold values, but of targets, which are configs again. */
function leavesOf({ $ref, properties, items, anyOf = [] }: Schema, at: string): readonly string[] {
  if ($ref === '#') return []
  if ($ref !== undefined) return leavesOf(root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {}, at)
  if (properties !== undefined)
    return Object.entries(properties).flatMap(([name, each]) =>
      leavesOf(each, at === '' ? name : `${at}.${name}`),
    )
  if (items !== undefined) return leavesOf(items, `${at}[]`)
  const objects = anyOf.filter(each => each.$ref !== undefined || each.properties !== undefined)
  return objects.length > 0 ? objects.flatMap(each => leavesOf(each, at)) : [at]
}

const catalog = runtimeCatalog()
const compiled = (config: Config) => {
  const { plan, diagnostics } = compile(
    { name: 'config.json', text: JSON.stringify(config) },
    catalog,
    STANDALONE,
    readJson,
  )
  return {
    plan: JSON.stringify(plan),
    errors: diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
  }
}

/** Read at project level: by name, or with a manifest. */
const NAMED_ELSEWHERE = new Set(['virtual_key', 'prompt_id'])

describe('a property of a config changes the plan', () => {
  it.each(leavesOf(root, '').filter(path => !NAMED_ELSEWHERE.has(path)))('%s', path => {
    const pair = PAIRS[path]
    if (pair === undefined) throw new Error('There is no pair of configs for it.')
    const [before, after] = pair.map(compiled)
    expect(after?.errors).toEqual([])
    expect(after?.plan).not.toBe(before?.plan)
  })
})
