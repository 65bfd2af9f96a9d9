// Where a run without spaces starts: every space that a pattern knows ends one.
import { expect, it } from 'vitest'
import { startOfRun } from '../../../../../runtime/guardrails/detect/text/settled-to.ts'

it('a run starts after any character that a pattern takes for a space', () => {
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const character = String.fromCharCode(unit)
    if (startOfRun(`a${character}b`) !== (/\s/.test(character) ? 2 : 0)) expect(unit.toString(16)).toBe('')
  }
  expect([startOfRun('ab cd'), startOfRun('ab cd', 1), startOfRun('ab ')]).toEqual([3, 0, 3])
})
