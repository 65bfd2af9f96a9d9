// Sources that grow without meaning anything: what reading them costs grows with their length.
import { expect, it } from 'vitest'
import { effort } from '../../support/effort.ts'
import { importText } from '../../support/imported-project.ts'

it.each([
  ['line breaks', '\r\n'],
  ['blank lines', '  \n'],
  ['lines of a comment', '// a\n'],
])('40,000 %s are refused soon', (_, part) => {
  const text = part.repeat(40_000)
  expect(effort(() => void importText(text))).toBeLessThan(60)
})
