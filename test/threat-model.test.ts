// The threat model names a test for each promise: they exist, and are run.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './support/folder.ts'

const page = readFileSync(join(ROOT, 'schemas/threat-model.md'), 'utf8')
const tests = Array.from(page.matchAll(/\| `(test\/[^`]+)` \|/g), ([, path = '']) => path)

it('names tests', () => {
  expect(tests.length).toBeGreaterThan(25)
})

it.each(tests)('%s', path => {
  const place = join(ROOT, path)
  expect(existsSync(place), path).toBe(true)
  const files = statSync(place).isDirectory() ? readdirSync(place) : [path]
  expect(files.some(file => file.endsWith('.test.ts'))).toBe(true)
})
