// Code blocks of README files that tests compare with what commands print; `UPDATE=1` rewrites them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ROOT } from './folder.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The code block after a comment with its name. */
export const fenced = (name: string): RegExp =>
  new RegExp(`(<!-- ${name} -->\\n\`\`\`\\w+\\n)([\\s\\S]*?)(\`\`\`)`)

/** The text between the first and the last group of the pattern is this. `file`: from the root of the repository. */
export function expectSection(file: string, pattern: RegExp, actual: string): void {
  if (process.env['UPDATE'] === '1') {
    writeFileSync(
      join(ROOT, file),
      read(file).replace(pattern, (_whole, before: string, _old, after: string) => before + actual + after),
    )
  }
  expect(pattern.exec(read(file))?.[2]).toBe(actual)
}
