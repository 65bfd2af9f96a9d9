// Decision 10.9: a text is judged as a reader takes it, too.
import { describe, expect, it } from 'vitest'
import type { CheckId } from '../../../../schemas/generated/checks.ts'
import { evaluateWith } from './evaluate-with.ts'

interface Case {
  readonly id: CheckId
  readonly parameters: object
  readonly text: string
  readonly passes: boolean
}

const of = (id: CheckId, parameters: object, text: string, passes: boolean): Case => ({
  id,
  parameters,
  text,
  passes,
})

const CASES: readonly Case[] = [
  of('default.endsWith', { suffix: 'over', not: true }, 'It is over\u200b', false),
  of('default.endsWith', { suffix: 'over' }, 'It is ｏｖｅｒ', true),
  of('default.endsWith', { suffix: 'over' }, 'It is not', false),
  of('default.startsWith', { prefix: 'Sys', not: true }, '\u200bS\u00adystem', false),
  of('default.startsWith', { prefix: 'Sys', not: true }, 'A Ｓｙｓtem', true),
  of('default.notNull', {}, '\u200b\u2060 \u00ad', false),
  of('default.notNull', {}, '\u200bx', true),
  of('default.jsonKeys', { keys: ['token'], operator: 'none' }, '{"ｔｏｋｅｎ": 1}', false),
  of('default.jsonKeys', { keys: ['token'], operator: 'any', not: true }, '{"to\u200bken": 1}', false),
  of('default.jsonKeys', { keys: ['token'], operator: 'any' }, '{"ｔｏｋｅｎ": 1}', false),
  of('default.allLowercase', {}, 'plain Ⓐ', false),
  of('default.allLowercase', {}, 'plain ａ™', true),
  of('default.allUppercase', {}, 'PLAIN ⓐ', false),
  of('default.allUppercase', {}, '1ª PARTE', true),
  of('default.secrets', {}, 'ＡＫＩＡＩＯＳＦＯＤＮＮ７ＡＢＣＤＥＦＧ', false),
  of('default.invisibleCharacters', {}, 'pass\u00adword', false),
]

describe('Hidden characters and compatibility forms', () => {
  it.each(CASES)('$id $parameters of "$text" passes: $passes', async ({ id, parameters, text, passes }) => {
    expect((await evaluateWith(id, parameters, [text])).passed).toBe(passes)
  })
})
