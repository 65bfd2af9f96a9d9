// TypeScript that is too deep or too long for its compiler: a finding with a place, not an exception.
import { expect, it } from 'vitest'
import { MAX_DEPTH, MAX_LENGTHS, MAX_TYPESCRIPT_TOKENS } from '../../../../compiler/read/reader.ts'
import { mistakes, readWith } from '../../../support/read-source.ts'
import { typescriptReader } from '../../../support/typescript-reader.ts'

const DEEP = 10_000
const LONG = '/project/long.ts'
const read = await typescriptReader({ [LONG]: `export const a = 1${' '.repeat(MAX_LENGTHS.typescript)}` })
const deepest = (column: number): string => `too-deep 1:${column}`

const CASES: readonly (readonly [title: string, text: string, place: string])[] = [
  ['lists', `export default ${'['.repeat(DEEP)}`, deepest(16 + MAX_DEPTH)],
  ['objects', `export default ${'{a:'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, deepest(16 + 3 * MAX_DEPTH)],
  ['blocks', '{'.repeat(DEEP) + '}'.repeat(DEEP), deepest(1 + MAX_DEPTH)],
  ['operators', `export default ${'!'.repeat(DEEP)}1`, deepest(1)],
  ['functions', `export default ${'()=>'.repeat(DEEP)}1`, deepest(1)],
  ['types', `type A = ${'Array<'.repeat(DEEP)}1${'>'.repeat(DEEP)}\nexport default {}`, deepest(1)],
  ['members', `const a: any = {}\nexport default a${'.a'.repeat(DEEP)}`, deepest(1)],
  ['words and signs', ';'.repeat(MAX_TYPESCRIPT_TOKENS + 1), `source-too-large 1:${MAX_TYPESCRIPT_TOKENS}`],
  ['characters', ' '.repeat(MAX_LENGTHS.typescript + 1), 'source-too-large 1:1'],
  ['characters of a module', "import { a } from './long.ts'\nexport default { a }", 'missing-import 1:19'],
]

it.each(CASES)('too many %s', (_, text, place) => {
  const { value, diagnostics } = readWith(read, text, 'config.ts')
  expect(value).toBeUndefined()
  expect(mistakes(diagnostics).map(each => each.split(' ').slice(0, 2).join(' '))).toEqual([place])
})
