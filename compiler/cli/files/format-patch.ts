// What a command would change in a file, as `diff -u` and git print it. Secrets are masked, so the patch is read and not applied.
import { structuredPatch } from 'diff'
import { mask, printable, withoutControls } from '../../diagnostics/mask.ts'
import type { Paint } from '../../diagnostics/pretty.ts'

const linesOf = (text: string): readonly string[] => mask(text).split(/\r?\n/)

/** Lines of text, with three lines around each change. */
export function formatPatch(name: string, before: string, after: string, paint: Paint): readonly string[] {
  const shown = printable(name)
  // A mask has as many lines as the text.
  const [old, changed] = [linesOf(before), linesOf(after)]
  const { hunks } = structuredPatch(name, name, before, after, undefined, undefined, { context: 3 })
  return [
    `--- ${shown}`,
    `+++ ${shown}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => {
      let at = Math.max(0, oldStart - 1)
      let to = Math.max(0, newStart - 1)
      const written = lines.map(line => {
        const sign = line[0] ?? ' '
        if (sign === '\\') return paint('quiet', line)
        const text = withoutControls((sign === '+' ? changed[to] : old[at]) ?? '')
        if (sign !== '+') at += 1
        if (sign !== '-') to += 1
        const full = `${sign}${text}`
        return sign === ' ' ? full : paint(sign === '+' ? 'note' : 'error', full)
      })
      return [paint('place', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`), ...written]
    }),
  ]
}
