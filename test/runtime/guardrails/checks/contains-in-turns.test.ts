// A long text is rewritten and searched in turns, with the result of doing it at once.
import { expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const contains = async (words: readonly string[], text: string) => {
  let turns = 0
  const nextTurn = async (): Promise<void> => {
    turns += 1
  }
  const { passed } = await evaluateWith('default.contains', { words, operator: 'any' }, [text], { nextTurn })
  return { passed, turns }
}
const PART = 64 * 1024

it('white space and escapes are read as one space wherever a part of the text ends', async () => {
  for (const gap of ['  ', ' \n\t', '\\n', '\\\\', '\\"', '\\\\\\n']) {
    const phrase = gap === '\\\\' ? 'one\\six' : gap === '\\"' ? 'one"six' : 'one six'
    for (let before = PART - 3 - gap.length; before <= PART - 2; before += 1) {
      const text = `${'x'.repeat(before)}one${gap}six${'x'.repeat(PART)}`
      expect([gap, before, (await contains([phrase, 'no such'], text)).passed]).toEqual([gap, before, true])
    }
  }
})

it.each([
  ['spaces', ' '],
  ['words of a letter', 'a '],
  ['spelled words', 'a.'],
  ['escaped breaks', '\\n'],
  ['backslashes', '\\'],
])('a text of %s is read in steps of at most 64 KiB', async (_title, run) => {
  const text = run.repeat((32 * PART) / run.length)
  const { passed, turns } = await contains(['no such phrase'], text)
  expect(passed).toBe(false)
  expect(turns).toBeGreaterThanOrEqual(text.length / PART)
})
