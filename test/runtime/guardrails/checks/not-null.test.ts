// default.notNull
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{}, ['something'], true, 'There is text.'],
  [{}, ['', 'something'], true, 'There is text.'],
  [{}, [], false, 'There is no text.'],
  [{}, ['null and void'], true, 'There is text.'],
  [{ not: true }, [''], true, 'The text is empty.'],
  [{ not: true }, [], true, 'There is no text.'],
  [{ not: true }, ['something'], false, 'There is text; "not" forbids this.'],
]

describe('default.notNull', () => {
  it.each(['', ' \n', '\u00a0'])('%j is empty', async text => {
    const finding = await evaluateWith('default.notNull', {}, [text])
    expect(finding).toEqual({ passed: false, reason: 'The text is empty.' })
  })

  it.each(['none', '{}', '[]', 'null', 'NaN', '""'])('%j is a text unless it is listed', async text => {
    expect((await evaluateWith('default.notNull', {}, [text])).passed).toBe(true)
    const listed = await evaluateWith('default.notNull', { nullValues: [text.toUpperCase()] }, [` ${text}\n`])
    expect(listed).toEqual({ passed: false, reason: 'The text is empty.' })
  })

  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.notNull', parameters, texts)).toEqual({ passed, reason })
  })
})
