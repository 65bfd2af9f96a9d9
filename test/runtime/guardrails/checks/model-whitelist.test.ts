// default.modelWhitelist
import { describe, expect, it } from 'vitest'
import { linkNamePatterns } from '../../../../runtime/guardrails/checks/shared/name-patterns.ts'
import { effort } from '../../../support/effort.ts'
import { evaluateWith } from './evaluate-with.ts'

const LISTED = 'The model is on the list.'
const UNLISTED = 'The model is not on the list.'

const cases: readonly [parameters: object, model: string | undefined, passed: boolean, reason: string][] = [
  [{ models: ['gpt-4o', 'gpt-4o-mini'] }, 'gpt-4o', true, LISTED],
  [{ models: ['gpt-4o'] }, 'gpt-4o-mini', false, UNLISTED],
  [{ models: ['gpt-4o*'] }, 'gpt-4o-mini', true, LISTED],
  [{ models: ['gpt-4o'] }, 'GPT-4o', false, UNLISTED],
  [{ models: ['*'] }, 'anything', true, LISTED],
  [{ models: ['gpt-4o'] }, undefined, false, 'The request names no model.'],
  [
    { models: ['gpt-3*'], not: true },
    'gpt-3.5-turbo',
    false,
    'The model is on the list; "not" forbids this.',
  ],
  [{ models: ['gpt-3*'], not: true }, 'gpt-4o', true, UNLISTED],
  [{ models: ['gpt-3*'], not: true }, undefined, true, 'The request names no model.'],
]

describe('default.modelWhitelist', () => {
  it.each(cases)('%j, %j', async (parameters, model, passed, reason) => {
    expect(await evaluateWith('default.modelWhitelist', parameters, { model })).toEqual({ passed, reason })
  })
})

describe('names with *', () => {
  it.each([
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['a*a', 'a', false],
    ['*b*', 'abc', true],
    ['a*b*c', 'axbxc', true],
    ['a*b*c', 'acb', false],
    ['a*bb*b', 'abb', false],
    ['**', '', true],
    ['a.c', 'abc', false],
  ])('%s, %s: %s', (pattern, name, matches) => {
    expect(linkNamePatterns([pattern])(name)).toBe(matches)
  })

  it('cost no more than stars times letters', () => {
    const isListed = linkNamePatterns([`${'*a'.repeat(100)}*b`])
    expect(effort(() => void isListed('a'.repeat(100_000)))).toBeLessThan(60)
  })
})
