// Every value of a TypeScript config has the location of the code that created it.
import { describe, expect, it } from 'vitest'
import { covered, readWith } from '../../../support/read-source.ts'
import { typescriptReader } from '../../../support/typescript-reader.ts'

const read = await typescriptReader({
  '/project/models.ts': `export enum Tier { Fast = 'fast' }
export const defaults = { provider: 'openai', retry: { attempts: 2 } } as const
export const target = (name: string) => ({ ...defaults, name })
`,
  '/project/lists/index.ts': `export default ['a', 'b']\n`,
})

const readHere = (text: string) => readWith(read, text, 'config.ts')

const MODELS = `import { defaults, target, Tier } from './models.ts'\n`

const TABLE: Readonly<Record<string, readonly [text: string, origins: Readonly<Record<string, string>>]>> = {
  'a literal': [
    `export default { a: 1, 'b-c': [true, "x"] }`,
    {
      '': `{ a: 1, 'b-c': [true, "x"] }`,
      '/a': 'a = 1',
      '/b-c': `'b-c' = [true, "x"]`,
      '/b-c/0': 'true',
      '/b-c/1': '"x"',
    },
  ],
  'the argument of defineConfig': [
    `import { defineConfig } from 'portolan'\nexport default defineConfig({ provider: 'openai' })`,
    { '': `{ provider: 'openai' }`, '/provider': `provider = 'openai'` },
  ],
  'an expression in satisfies, as and as const': [
    `export default { a: ('x' as string)!, b: [1] as const } satisfies object`,
    { '': `{ a: ('x' as string)!, b: [1] as const }`, '/a': `a = 'x'`, '/b': 'b = [1]', '/b/0': '1' },
  ],
  'a loop': [
    `const targets: object[] = []
for (let n = 0; n < 3; n += 1) targets.push({ weight: n })
export default { targets }`,
    { '/targets': 'targets = []', '/targets/2': '{ weight: n }', '/targets/2/weight': 'weight = n' },
  ],
  map: [
    `export default { targets: [1, 2].map(weight => ({ weight })) }`,
    {
      '/targets': 'targets = [1, 2].map(weight => ({ weight }))',
      '/targets/1': '{ weight }',
      '/targets/1/weight': 'weight = weight',
    },
  ],
  'a function, also a generic one': [
    `function named<T extends object>(rest: T, name: string): T & { name: string } { return { ...rest, name } }
export default { targets: [named({ weight: 1 }, 'a')] }`,
    {
      '/targets/0': '{ ...rest, name }',
      '/targets/0/weight': 'weight = 1',
      '/targets/0/name': 'name = name',
    },
  ],
  'a spread': [
    `const first = { a: 1, b: 2 }
export default { ...first, b: 3, ...(null as object | null) }`,
    { '/a': 'a = 1', '/b': 'b = 3' },
  ],
  'a property that a later spread replaced': [
    `const last: { b?: number } = { b: 2 }
export default { b: 3, ...last }`,
    { '/b': 'b = 2' },
  ],
  'a spread of an array': [
    `const first = ['a', 'b']
export default { list: [...first, 'c', ...new Set(['d'])] }`,
    {
      '/list': `list = [...first, 'c', ...new Set(['d'])]`,
      '/list/1': `'b'`,
      '/list/2': `'c'`,
      '/list/3': `...new Set(['d'])`,
    },
  ],
  'a conditional expression': [
    `const on = true\nexport default { a: on ? { x: 1 } : { x: 2 } }`,
    { '/a': 'a = { x: 1 }', '/a/x': 'x = 1' },
  ],
  'a shorthand and a computed key': [
    `const weight = 1, name = 'b'\nexport default { weight, [name + 'c']: 2, [\`d\`]: 3 }`,
    { '/weight': 'weight = weight', '/bc': `[name + 'c'] = 2`, '/d': '[`d`] = 3' },
  ],
  'numbers as keys': [`export default { 1: 'a', 0x10: 'b' }`, { '/1': `1 = 'a'`, '/16': `0x10 = 'b'` }],
  'an import': [
    `${MODELS}export default { targets: [target('x')], tier: Tier.Fast }`,
    {
      '/targets/0': 'models.ts: { ...defaults, name }',
      '/targets/0/provider': `models.ts: provider = models.ts: 'openai'`,
      '/targets/0/retry': 'models.ts: retry = models.ts: { attempts: 2 }',
      '/targets/0/retry/attempts': 'models.ts: attempts = models.ts: 2',
      '/targets/0/name': 'models.ts: name = models.ts: name',
      '/tier': 'tier = Tier.Fast',
    },
  ],
  'an import of everything, of an index file, of emitted names': [
    `import * as models from './models.js'\nimport list from './lists'\nexport default { ...models.defaults, list }`,
    {
      '/provider': `models.ts: provider = models.ts: 'openai'`,
      '/list': `list = lists/index.ts: ['a', 'b']`,
      '/list/1': `lists/index.ts: 'b'`,
    },
  ],
  'a dynamic import': [
    `export default (await import('./models.ts')).defaults`,
    { '/provider': `models.ts: provider = models.ts: 'openai'` },
  ],
  'an assigned value, at the nearest known ancestor': [
    `const o: Record<string, unknown> = { a: 1, b: 2 }\no.a = 5\no.c = { d: 1 }\nexport default { o }`,
    { '/o/a': '{ a: 1, b: 2 }', '/o/b': 'b = 2', '/o/c': '{ d: 1 }', '/o/c/d': 'd = 1' },
  ],
  'an accessor': [`export default { get a() { return 1 } }`, { '/a': '{ get a() { return 1 } }' }],
  'patterns, which are not values': [
    `let a = 0, b = 0\n;[a, b] = [1, 2]\n;({ a, b } = { a: b, b: a })\nfor ([a] of [[7]]) {}\nexport default { a, b }`,
    { '/a': 'a = a', '/b': 'b = b' },
  ],
}

describe('a value points at', () => {
  for (const [title, [text, origins]] of Object.entries(TABLE))
    it(title, () => {
      const { parsed, diagnostics } = readHere(text)
      expect(diagnostics).toEqual([])
      expect(covered(parsed)).toMatchObject(origins)
    })

  it('and equals the computed value', () => {
    const text = `let a = 0, b = 0\n;[a, b] = [1, 2]\n;({ a, b } = { a: b, b: a })\nexport default { a, b, n: -0, u: undefined, list: [...'xy'] }`
    expect(readHere(text).value).toEqual({ a: 2, b: 1, n: -0, list: ['x', 'y'] })
  })

  it('and a large literal works', () => {
    const text = `export default { list: [${'1, '.repeat(70_000)}] }`
    expect(readHere(text).value).toEqual({ list: Array(70_000).fill(1) })
  })
})
