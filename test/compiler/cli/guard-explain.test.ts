// `portolan guard explain`: the label, separators, check digit, form or name that makes a value found, and what rules one out.
import { describe, expect, it } from 'vitest'
import { HEX, madeUp } from '../../runtime/guardrails/corpora/made-up.ts'
import { portolan } from '../../support/command.ts'

const hex = madeUp(40, HEX, 3)

interface Explanation {
  readonly check: string
  readonly value: string
  readonly kind?: string
  readonly reasons: readonly string[]
}

const explained = async (text: string): Promise<readonly Explanation[]> => {
  const { code, out } = await portolan(['guard', 'explain', text, '--format', 'json'])
  expect(code).toBe(0)
  return JSON.parse(out)
}

// biome-ignore format: a table
const FOUND: readonly (readonly [text: string, value: string, kind: string, ...reasons: string[]])[] = [
  ['Her SIN is 046 454 286.', '046 454 286', 'CA_SIN', 'the label "SIN"', 'its check digit'],
  ['The passport number of Dana Lewis is C98299044', 'C98299044', 'PASSPORT', 'the label "passport"'],
  ['C98299044 is my old passport number', 'C98299044', 'PASSPORT', 'the label "passport"'],
  ['{"passportNumber": "C98299044"}', 'C98299044', 'PASSPORT', 'the key, header or label that names it'],
  ['943 476 5919', '943 476 5919', 'UK_NHS', 'it is the whole text', 'its check digit', 'its separators'],
  ['form 219-09-9999', '219-09-9999', 'SSN', 'its separators', 'its form'],
  ['paid with 4111111111111111', '4111111111111111', 'CREDIT_CARD', 'its check digit'],
  ['mail dana@example.org', 'dana@example.org', 'EMAIL_ADDRESS', 'its form'],
  [`acmeToken = "${hex}"`, hex, 'SECRET', 'the name that it is assigned to', 'after "acmeToken"'],
  ['curl -u dana:Tr0ub4dor3 https://a.example', 'Tr0ub4dor3', 'PASSWORD', 'the option of a command that takes it'],
  [`use sk-or-v1-${hex}`, `sk-or-v1-${hex}`, 'OPENROUTER_KEY', 'the documented format of its service'],
]

// biome-ignore format: a table
const MISSED: readonly (readonly [text: string, value: string, reason: RegExp])[] = [
  ['form 046454286', '046454286', /^no label before it, which it needs: .*\bCA_SIN\b/],
  ['paid with 4111 1111 1111 1112', '4111 1111 1111 1112', /^the check digit does not match: .*\bCREDIT_CARD\b/],
  ['redis==4.5.1.2', '4.5.1.2', /^what is around it .*: IP_ADDRESS/],
  ['rows 12 19811218 9876 44', '19811218 9876', /^it is in a row of values: .*SE_PERSONNUMMER/],
  ['api_key = "your-api-key-0001"', 'your-api-key-0001', /placeholder/],
  [`commit ${hex}`, hex, /^it is public/],
  [`region = "${hex.slice(0, 30)}"`, hex.slice(0, 30), /^the name "region" denotes no secret/],
  ['acmeToken = "requiredcharacter1"', 'requiredcharacter1', /^the name "acmeToken" may denote a secret/],
]

describe('guard explain', () => {
  it.each(FOUND)('%s: %s is %s', async (text, value, kind, ...reasons) => {
    const all = await explained(text)
    expect(all.filter(each => each.kind !== undefined)).toEqual([
      { check: expect.any(String), value, kind, reasons },
    ])
  })

  it.each(MISSED)('%s: %s is not found', async (text, value, reason) => {
    const all = await explained(text)
    expect(all.filter(each => each.kind !== undefined)).toEqual([])
    expect(all.flatMap(each => (each.value.includes(value) ? each.reasons : []))).toContainEqual(
      expect.stringMatching(reason),
    )
  })

  it('is a line for each value', async () => {
    const { out } = await portolan(['guard', 'explain', 'Her SIN is 046 454 286.'])
    expect(out.trim()).toBe('default.pii  046 454 286  CA_SIN, by the label "SIN", its check digit')
  })

  it('says that there is nothing', async () => {
    const { out } = await portolan(['guard', 'explain', 'Good morning'])
    expect(out.trim()).toBe('Nothing in this string looks like personal data or a secret.')
  })

  it.each([
    [['guard']],
    [['guard', 'explain']],
    [['guard', 'explain', 'a', 'b']],
    [['guard', 'explain', 'a', '--format', 'xml']],
  ])('%j is a usage error', async words => {
    expect((await portolan(words)).code).toBe(64)
  })
})
