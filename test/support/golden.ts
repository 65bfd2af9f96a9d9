// Golden files: a test compares a text with the file that was committed; `UPDATE=1 npm test` rewrites the files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Fails when `actual` differs from the file, unless UPDATE=1 says that the file is to be rewritten. */
export function expectGolden(path: string, actual: string): void {
  const text = actual.endsWith('\n') ? actual : `${actual}\n`
  if (process.env['UPDATE'] === '1') {
    writeFileSync(path, text)
    return
  }
  const expected = existsSync(path) ? readFileSync(path, 'utf8') : '(no golden file yet: run with UPDATE=1)\n'
  expect(text, path).toBe(expected)
}
