// The patch of the compiler's screen: git applies it, whatever was changed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { patchOf } from '../../runtime/console/page/screens/compiler/unified-diff.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const text = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', '', '-c', '\\ d'), { maxLength: 14 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => (lines.length === 0 ? '' : lines.join('\n') + end))

it('git makes the new files of the old ones with it', () => {
  fc.assert(
    fc.property(fc.option(text), fc.option(text), text, (before, after, other) => {
      const filesOf = (changed: string | null) => ({
        'same.yaml': other,
        ...(changed === null ? {} : { 'configs/changed.yaml': changed }),
      })
      const patch = patchOf(filesOf(before), filesOf(after))
      if (before === after) return void expect(patch).toBe('')
      const folder = temporaryFolder(filesOf(before))
      execFileSync('git', ['apply', '--unsafe-paths', '--unidiff-zero', '-'], { cwd: folder, input: patch })
      const path = join(folder, 'configs/changed.yaml')
      expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(after)
    }),
    { numRuns: 60 },
  )
})

it('has three lines around a change, and their numbers', () => {
  const before = Array.from({ length: 20 }, (_, line) => `line ${line + 1}\n`).join('')
  expect(patchOf({ 'a.yaml': before }, { 'a.yaml': before.replace('line 10', 'changed') })).toBe(
    [
      'diff --git a/a.yaml b/a.yaml',
      '--- a/a.yaml',
      '+++ b/a.yaml',
      '@@ -7,7 +7,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+changed',
      ' line 11',
      ' line 12',
      ' line 13',
      '',
    ].join('\n'),
  )
})
