// default.pii: every category with what it finds and what only looks like it; replacing what is found.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  finders,
  linkPiiFinder,
  type PiiCategory,
} from '../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { effort } from '../../../support/effort.ts'
import { runs } from '../../../support/property-seed.ts'
import { evaluateWith } from './evaluate-with.ts'
import { hostileText } from './hostile-texts.ts'

const categories = Object.keys(finders) as PiiCategory[]

/** Matches are in brackets. All numbers are official examples or made up. */
// biome-ignore format: a table
const FOUND: readonly (readonly [PiiCategory, ...string[]])[] = [
  ['EMAIL_ADDRESS', 'Write to [jane.roe+list@mail.example.co.uk].', '<[a_b@sub.domain.example]>', 'müller: [jörg@bücher.example]', '[a@b.xn--p1ai]', '[JANE＠EXAMPLE．COM]'],
  ['PHONE_NUMBER', 'Call [+49 30 1234567]!', '[+1 (555) 010-9999]', '[+442079460958]', '[(555) 234-5678] or [555-234-5678]', '[1-800-234-5678]', '[555.234.5678]', '[030 1234567]', '[0151-23456789]', '[06 12 34 56 78]', '[020 7946 0958]', '[(089) 123 456 78]', '[0049 30 1234567]', '[(11) 91234-5678]', 'call [98765 43210]', '[98765 04321]', '[138 1234 5678]', 'my phone number is [5552345678]', 'Tel.: [612 345 678]', '电话 [13812345678]', '[＋４９ ３０ １２３４５６７]'],
  ['IP_ADDRESS', 'from [192.168.1.20]:8080', '[8.8.8.8].', '[2001:db8::8a2e:370:7334]', '[fe80::1]', '[::ffff:192.0.2.128]'],
  ['CREDIT_CARD', '[4111.1111.1111.1111]', '[3782.822463.10005]', '[4111 1111 1111 1111]', '[4111-1111-1111-1111] 123', '[378282246310005]', '[5555555555554444],', '[4111111111111111]|12|2027|123', '[4111111111111111]\n[5555555555554444]\n', 'Jane | 10245 | [4111111111111111]', 'card [4222222222222]', '[6011000990139424]', '[４１１１ １１１１ １１１１ １１１１]'],
  ['IBAN', '[DE89 3704 0044 0532 0130 00] please', '[GB82WEST12345698765432]', '[FR14 2004 1010 0505 0001 3M02 606]', '[nl91abna0417164300]'],
  ['SSN', 'SSN [123-45-6789]', '[219 09 9999]', 'social security number: [123456789]', 'ssn [078 05 1123]', 'Social Security [078.05.1123]'],
  ['CA_SIN', '[046-454-286]', '[046 454 286] is my SIN', 'SIN [046 454 286]', 'social insurance number is [046454286]'],
  ['UK_NINO', '[AB 12 34 56 C]', '[ab123456c]'],
  ['DE_TAX_ID', '[86095742719]', 'IdNr. [86 095 742 719]', 'Steuernummer: [21/815/08150]', 'St.-Nr. [181/815/08155]', 'Steuernr. [2893081508152]'],
  ['FR_NIR', '[2 55 08 14 168 025 38]', '[255081416802538]'],
  ['ES_NIF', '[12345678Z]', '[12345678-Z]', '[12345678z]', '[12.345.678-Z]', '[1111111-G]'],
  ['ES_NIE', '[X1234567L]', '[X-1234567-L]', '[x1234567l]'],
  ['IT_FISCAL_CODE', '[RSSMRA85T10A562S]', '[rssmra85t10a562s]'],
  ['NL_BSN', 'BSN [111222333]', 'burgerservicenummer: [1112.22.333]'],
  ['PL_PESEL', 'PESEL: [44051401359]', '[44051401359]', '[44051401359] (PESEL)'],
  ['CH_AHV', '[756.9217.0769.85]', '[7569217076985]'],
  ['SE_PERSONNUMMER', '[811218-9876]', '[19811218-9876]', '[198112189876]', '[8112189876]', 'personnummer: [811218 9876]', '[811278-9873]'],
  ['IN_AADHAAR', '[2341 2341 2346]', 'Aadhaar [234123412346]', '[2341-2341-2346]', 'AADHAAR: [2341:2341:2346]', 'आधार: [२३४१ २३४१ २३४६]'],
  ['BR_CPF', '[111.444.777-35]', 'CPF [11144477735]'],
  ['IN_PAN', '[ABCPE1234F]', 'pan: [abcpe1234f]'],
  ['UK_NHS', 'NHS number [943 476 5919]', '[943-476-5919]', '[9434765919] (NHS)'],
  ['PASSPORT', 'Passport No. [C01X00T47]', 'passport number: [912803456]', 'Reisepass [C4FJ8LX2T]'],
  ['DRIVING_LICENCE', "driver's license: [H12345678]", 'Driving licence number [MORGA657054SM9IJ]', 'DL# [D1234567]', '[MORGA657054SM9IJ]'],
  ['MAC_ADDRESS', '[00:1A:2B:3C:4D:5E]', 'device [00-1a-2b-3c-4d-5e]', '[001a.2b3c.4d5e]'],
  ['CRYPTO_ADDRESS', '[1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa]', '[bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4]', '[BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4]', '[0x742d35Cc6634C0532925a3b844Bc454e4438f44e]'],
  ['FI_HETU', 'henkilötunnus [131052-308T]', '[131052A308T]'],
  ['KR_RRN', '[971013-9019902]', '주민등록번호: [9710139019903]'],
  ['SG_NRIC', 'NRIC [S1234567D]'],
  ['TH_ID', '[1-2345-45678-78-1]', 'national ID [3100600445635]'],
  ['TR_ID', 'TCKN: [17291716060]'],
  ['ZA_ID', 'SA ID number [7503305044089]'],
  ['AU_TFN', 'TFN [123 456 782]'],
  ['US_ITIN', '[912-90-3456]', 'ITIN [912903456]'],
  ['US_NPI', 'NPI: [1993999998]', '[1993-999-998]', '[1993999998] (NPI)'],
  ['US_ABA', 'routing number [021000021]', '[0210-0002-1]', '[021000021] (ABA)'],
]

// biome-ignore format: a table
const INNOCENT: readonly (readonly [PiiCategory, ...string[]])[] = [
  ['EMAIL_ADDRESS', 'icon@2x.png', '@jane', 'a @ b.example', 'npm i pkg@1.2.3', 'git@github.com:a/b.git', 'jane@localhost'],
  ['PHONE_NUMBER', '2024-05-01 10:30', '01.02.2024 10', '1,234,567,890', '0.123456789', 'phone call on 2024-05-01 10', 'order 5552345678', 'call foo(1234567)', 'Call it with 1234567890 as the argument', '{"phone": null, "id": 12345678}', 'ISBN 0-306-40615-2', '5+12345678', '192.168.100.100', 'Version 1.2.3.4'],
  ['IP_ADDRESS', '127.0.0.1', '0.0.0.0', '256.1.1.1', 'v1.2.3.4', 'version 1.2.3.4', '1.2.3.4.5', '12:30:45', 'std::vector', 'a::b', '::1', '00:1A:2B:3C:4D:5E', 'Foo::Bar::add'],
  ['CREDIT_CARD', '4111 1111 1111 1112', '1700000000000', '0000 0000 0000 0000', '0.4111111111111111', 'id4111111111111111', '12345678901234567890'],
  ['IBAN', 'DE89 3704 0044 0532 0130 01', 'ZZ89370400440532013000', 'AB12 is a shelf', 'DE8937040044053201300000'],
  ['SSN', '000-12-3456', '666-12-3456', '912-12-3456', '123-00-4567', '123-45-0000', '123456789', '1123-45-67890', '12 123 45 6789'],
  ['CA_SIN', 'order 046 454 286', '046454286', 'SIN 046 454 287', 'cousin 046 454 286'],
  ['UK_NINO', 'GB123456A', 'QQ123456C', 'AB123456E'],
  ['DE_TAX_ID', '86095742718', '12345678901', '11111111111', '21/815/08150', 'Steuernummer 12/34/5678'],
  ['FR_NIR', '2 55 08 14 168 025 39'],
  ['ES_NIF', '12345678A', '12345678'],
  ['ES_NIE', 'X1234567A'],
  ['IT_FISCAL_CODE', 'RSSMRA85T10A562T'],
  ['NL_BSN', '111222333', 'BSN 111222334'],
  ['PL_PESEL', 'order 44051401359', '44051401358', 'PESEL 44051401358', 'PESEL 44951401359'],
  ['CH_AHV', '756.9217.0769.84'],
  ['SE_PERSONNUMMER', '811218-9875', '811318-9876', 'order 8112189876', '8112189875', '198112189875'],
  ['IN_AADHAAR', 'order 234123412346', '234123412346', '234123412347', '2341 2341 2347', '2341 2341 2346 1111'],
  ['IN_PAN', 'ABCDE1234F', 'abcpe1234f', 'ABCPE12345'],
  ['UK_NHS', '943 476 5918', '9434765919', 'call 943 476 5919', '0000000000'],
  ['PASSPORT', 'C01X00T47', 'Your passport expires 2024', 'passport control at 10:30'],
  ['DRIVING_LICENCE', 'H12345678', 'MIT licence 2024', 'A driving licence costs 100 euros'],
  ['MAC_ADDRESS', '00:00:00:00:00:00', 'ff:ff:ff:ff:ff:ff', '00:1A:2B:3C:4D', '00:1A:2B:3C:4D:5E:6F', '12:30:45', '2024.0101.1200'],
  ['CRYPTO_ADDRESS', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', '0x0000000000000000000000000000000000000000', '0x742d35'],
  ['BR_CPF', '111.444.777-36', '11144477735', '111.111.111-11'],
  ['FI_HETU', '131052-308U', '131352-308T', '131052-308'],
  ['KR_RRN', '971013-9019903', '9710139019902', 'order 971313-9019902'],
  ['SG_NRIC', 'S1234567A', 'S12345678', 'XS1234567D'],
  ['TH_ID', '3100600445635', '1-2345-45678-78-9'],
  ['TR_ID', '17291716060', 'TCKN 17291716050'],
  ['ZA_ID', '7503305044089', 'South African ID 7513305044089'],
  ['AU_TFN', '123 456 782', 'TFN 123 456 783'],
  ['US_ITIN', '912903456', '912-93-4567', 'ITIN 812-90-3456'],
  ['US_NPI', '1993999998', '1993 999 998', '1993-999-997', 'NPI 1993999997'],
  ['US_ABA', '021000021', '0210-0002-2', 'routing number 021000022', 'call routing 123456789'],
]

const marked = (category: PiiCategory, text: string): string => {
  const spans = linkPiiFinder([category])(text).toReversed()
  return spans.reduce(
    (left, { start, end }) => `${left.slice(0, start)}[${left.slice(start, end)}]${left.slice(end)}`,
    text,
  )
}

describe('default.pii', () => {
  it('has a case for each category', () => {
    const names = [...categories].sort()
    expect(FOUND.map(([category]) => category).sort()).toEqual(names)
    expect(INNOCENT.map(([category]) => category).sort()).toEqual(names)
  })

  it.each(FOUND.flatMap(([category, ...texts]) => texts.map(text => [category, text] as const)))(
    'finds %s in %j',
    (category, text) => {
      expect(marked(category, text.replace(/[[\]]/g, ''))).toBe(text)
    },
  )

  it.each(INNOCENT.flatMap(([category, ...texts]) => texts.map(text => [category, text] as const)))(
    'finds no %s in %j',
    (category, text) => {
      expect(marked(category, text)).toBe(text)
    },
  )

  it.each([
    [{}, ['nothing'], true, 'The text has no personal detail.', undefined],
    [{}, ['a@b.example'], false, 'The text has 1 personal detail: EMAIL_ADDRESS.', { EMAIL_ADDRESS: 1 }],
    [
      {},
      ['a@b.example 8.8.8.8', 'c@d.example'],
      false,
      'The text has 3 personal details: EMAIL_ADDRESS, IP_ADDRESS.',
      { EMAIL_ADDRESS: 2, IP_ADDRESS: 1 },
    ],
    [{ categories: ['SSN'] }, ['a@b.example'], true, 'The text has no personal detail.', undefined],
    [
      { not: true },
      ['a@b.example'],
      true,
      'The text has 1 personal detail: EMAIL_ADDRESS.',
      { EMAIL_ADDRESS: 1 },
    ],
    [{ not: true }, ['x'], false, 'The text has no personal detail; "not" forbids this.', undefined],
    [
      { redact: true, not: true },
      ['x'],
      false,
      'The text has no personal detail; "not" forbids this.',
      undefined,
    ],
    [{}, [], true, 'There is no text to check.', undefined],
  ])('%j of %j', async (parameters, texts, passed, reason, facts) => {
    expect(await evaluateWith('default.pii', parameters, texts)).toEqual({
      passed,
      reason,
      ...(facts && { facts }),
    })
  })

  it.each([
    [
      { threshold: 2 },
      ['a@b.example'],
      { passed: true, reason: 'The text has fewer than 2 personal details.' },
    ],
    [
      { threshold: 2 },
      ['a@b.example', 'c@d.example'],
      {
        passed: false,
        reason: 'The text has 2 personal details: EMAIL_ADDRESS.',
        facts: { EMAIL_ADDRESS: 2 },
      },
    ],
    [
      { threshold: 2, redact: true },
      ['a@b.example'],
      { passed: true, reason: 'The text has fewer than 2 personal details.' },
    ],
    [
      { categories: ['SSN'], patterns: [{ name: 'STAFF_ID', rule: 'EMP-[0-9]{4}' }], redact: true },
      ['EMP-1234 and EMP-9999, ＥＭＰ-1234'],
      {
        passed: true,
        reason: '3 personal details were replaced: STAFF_ID.',
        facts: { STAFF_ID: 3 },
        texts: ['{{STAFF_ID_1}} and {{STAFF_ID_2}}, {{STAFF_ID_3}}'],
      },
    ],
    [
      { patterns: [{ name: 'PROJECT', rule: '(?i)project [a-z]+' }] },
      ['Project Bluebird'],
      { passed: false, reason: 'The text has 1 personal detail: PROJECT.', facts: { PROJECT: 1 } },
    ],
  ])('own patterns and thresholds: %j of %j', async (parameters, texts, result) => {
    expect(await evaluateWith('default.pii', parameters, texts)).toEqual(result)
  })

  it('names a number with a label by the label', async () => {
    expect((await evaluateWith('default.pii', {}, ['ssn 078 05 1123'])).facts).toEqual({ SSN: 1 })
  })

  it('names a match by the most specific category', async () => {
    const finding = await evaluateWith('default.pii', {}, ['call 4111 1111 1111 1111 or 756.9217.0769.85'])
    expect(finding.facts).toEqual({ CH_AHV: 1, CREDIT_CARD: 1 })
  })

  it('replaces a value by the same placeholder in all texts, and passes', async () => {
    const texts = ['jane@a.example and joe@a.example', 'no', 'jane@a.example, +49 30 1234567, +49-30-1234567']
    expect(await evaluateWith('default.pii', { redact: true }, texts)).toEqual({
      passed: true,
      reason: '5 personal details were replaced: EMAIL_ADDRESS, PHONE_NUMBER.',
      facts: { EMAIL_ADDRESS: 3, PHONE_NUMBER: 2 },
      texts: [
        '{{EMAIL_ADDRESS_1}} and {{EMAIL_ADDRESS_2}}',
        'no',
        '{{EMAIL_ADDRESS_1}}, {{PHONE_NUMBER_1}}, {{PHONE_NUMBER_1}}',
      ],
    })
  })

  it.each([
    [
      '{"card": 4111111111111111, "b": "no 4111111111111111"}',
      '{"card": "{{CREDIT_CARD_1}}", "b": "no {{CREDIT_CARD_1}}"}',
    ],
    [String.raw`["q\"", 4111111111111111]`, '["q\\"", "{{CREDIT_CARD_1}}"]'],
    ['{"4111111111111111": 1}', '{"{{CREDIT_CARD_1}}": 1}'],
    ['{not JSON} 4111111111111111', '{not JSON} {{CREDIT_CARD_1}}'],
  ])('numbers of the JSON %s give way to texts', async (text, redacted) => {
    expect((await evaluateWith('default.pii', { redact: true }, [text])).texts).toEqual([redacted])
  })

  it('skips placeholders that are already in the texts', async () => {
    const { texts } = await evaluateWith('default.pii', { redact: true }, ['{{EMAIL_ADDRESS_1}} a@b.example'])
    expect(texts).toEqual(['{{EMAIL_ADDRESS_1}} {{EMAIL_ADDRESS_2}}'])
  })

  it('leaves nothing to detect, or fails', async () => {
    const pieces = FOUND.flatMap(([, ...texts]) => texts.map(text => text.replace(/[[\]]/g, '')))
    const text = fc.oneof(
      hostileText,
      fc
        .array(fc.oneof(fc.constantFrom(...pieces), hostileText, fc.constantFrom('-', ' ', '1', '@', '.')), {
          maxLength: 8,
        })
        .map(all => all.join('')),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 3 }), async texts => {
        const redacted = await evaluateWith('default.pii', { redact: true }, texts)
        if (!redacted.passed) return expect(redacted.texts).toBeUndefined()
        const again = await evaluateWith('default.pii', {}, redacted.texts ?? texts)
        expect(again.passed).toBe(true)
      }),
      { numRuns: runs(80) },
    )
  })

  it.each([
    '1',
    '1 ',
    '12-',
    '+1 ',
    '(0',
    'a@',
    '@',
    'a.b@',
    'DE12 ',
    '4111 ',
    '0.0.',
    '::',
    'fe80:',
    '123-45-',
    'tel 1 ',
    '0 1.',
    'é１',
  ])('is linear in runs of %j', run => {
    const find = linkPiiFinder(categories)
    const text = (length: number) => run.repeat(length / run.length)
    expect(effort(() => void find(text(100_000)))).toBeLessThan(200)
  })
})
