// default.secrets: secrets whose name is a header, a label above, a declaration or words of a sentence.
import { describe, expect, it } from 'vitest'
import { linkSecretFinder } from '../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { effort } from '../../../support/effort.ts'
import { HEX, LETTERS, madeUp } from '../corpora/made-up.ts'
import {
  NO_SECRET_PLACES,
  NO_SPOKEN_SECRETS,
  SECRET_PLACES,
  SPOKEN_SECRETS,
} from '../corpora/named-secrets.ts'

const find = linkSecretFinder({ entropy: false, entropyThreshold: 4 })

const SECRETS = [
  ['SECRET', 'API key', madeUp(32, HEX, 7)],
  ['SECRET', 'access token', madeUp(40, LETTERS, 8)],
  ['SECRET', 'client secret', madeUp(24, LETTERS, 9)],
  ['PASSWORD', 'password', 'hunter2-Ab'],
] as const

describe.each(Object.entries(SECRET_PLACES))('A secret in %s', (_place, write) => {
  it.each(SECRETS)('is found as %s by the name "%s"', (kind, words, value) => {
    const text = write(words, value)
    expect(find(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([[kind, value]])
  })
})

describe.each(Object.entries(SPOKEN_SECRETS))('Prose in %s', (_language, sentences) => {
  it.each(sentences)('names a %s: %s', (kind, sentence) => {
    const value = kind === 'PASSWORD' ? 'Hunter2!Ab' : madeUp(32, HEX, 11)
    const text = sentence.replace('VALUE', value)
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual([value])
  })
})

it.each(NO_SPOKEN_SECRETS)('No secret is in %j', text => {
  expect(find(text)).toEqual([])
})

describe('A name in such a place', () => {
  it.each(NO_SECRET_PLACES)('makes no secret of %j', text => {
    expect(find(text)).toEqual([])
  })

  it.each([
    'API key for a ',
    'wachtwoord van a ',
    'トークンは',
    'token is ',
    'password\n',
    'gh secret set A ',
    'variable "a" {',
    'a: !unsafe ',
  ])('is read in time linear in runs of %j', run => {
    expect(effort(() => void find(run.repeat(100_000 / run.length)))).toBeLessThan(100)
  })
})
