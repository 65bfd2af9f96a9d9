// default.pii and default.secrets: values that an operator allows are not found, and numbers of categories that need no label are.
import { describe, expect, it } from 'vitest'
import { madeUp } from '../corpora/made-up.ts'
import { evaluateWith } from './evaluate-with.ts'

const token = `ghp_${madeUp(36, 'abcdefghijklmnopqrstuvwxyz0123456789', 4)}`
const redact = async (check: 'default.pii' | 'default.secrets', parameters: object, text: string) =>
  (await evaluateWith(check, { redact: true, ...parameters }, [text])).texts?.[0] ?? text

describe('allow', () => {
  it.each([
    ['default.pii', ['help@example.com'], 'Help@Example.com', true],
    ['default.pii', ['*@example.com'], 'dana@example.com', true],
    ['default.pii', ['*@example.com'], 'dana@example.com.evil.org', false],
    ['default.pii', ['*@example.com'], 'dana@other.org', false],
    ['default.pii', ['+1 415 555 01*'], '+1 415 555 0132', true],
    ['default.pii', ['4111111111111111'], '4111111111111111', true],
    ['default.pii', ['EMP-0*'], 'EMP-0001', true],
    ['default.pii', ['EMP-0*'], 'EMP-1001', false],
    ['default.secrets', [token], token, true],
    ['default.secrets', ['ghp_*'], token, true],
    ['default.secrets', ['glpat-*'], token, false],
  ] as const)('%s with %j and %s: %s', async (check, allow, value, isAllowed) => {
    const own = check === 'default.pii' ? { patterns: [{ name: 'STAFF_ID', rule: 'EMP-[0-9]{4}' }] } : {}
    const text = `Use ${value} and jo@third.example, key npm_${madeUp(36, 'abc123xyz0', 8)}.`
    const after = await redact(check, { allow, ...own }, text)
    expect(after.includes(value)).toBe(isAllowed)
    expect(after).toContain('{{')
  })

  it('finds again what is beside an allowed value', async () => {
    const { passed, facts } = await evaluateWith('default.pii', { allow: ['*@example.com'] }, [
      'dana@example.com, jo@other.org',
    ])
    expect([passed, facts]).toEqual([false, { EMAIL_ADDRESS: 1 }])
  })
})

describe('withoutLabel', () => {
  it.each([
    ['CA_SIN', '046454286'],
    ['NL_BSN', '111222333'],
    ['PL_PESEL', '44051401359'],
    ['UK_NHS', '9434765919'],
    ['IN_AADHAAR', '234123412346'],
    ['BR_CPF', '11144477735'],
    ['SE_PERSONNUMMER', '8112189876'],
    ['SSN', '219099999'],
    ['CREDIT_CARD', '4222222222222'],
    ['KR_RRN', '9710139019902'],
    ['TH_ID', '3100600445635'],
    ['TR_ID', '17291716060'],
    ['ZA_ID', '7503305044089'],
    ['AU_TFN', '123456782'],
    ['US_ITIN', '912903456'],
    ['US_NPI', '1993999998'],
    ['US_ABA', '021000021'],
    ['IP_ADDRESS', '127.0.0.1'],
    ['IP_ADDRESS', '0.0.0.0'],
    ['IP_ADDRESS', '255.255.255.255'],
    ['IP_ADDRESS', '::1'],
  ])('%s: %s', async (category, value) => {
    const text = `Dana Lewis wrote ${value} on the form`
    const categories = [category]
    expect(await redact('default.pii', { categories }, text)).toBe(text)
    expect(await redact('default.pii', { categories, withoutLabel: [category] }, text)).not.toContain(value)
  })

  it('leaves names in code and versions alone', async () => {
    const parameters = { categories: ['IP_ADDRESS'], withoutLabel: ['IP_ADDRESS'] }
    const text = 'std::cout ::: a::1b v127.0.0.1.2'
    expect(await redact('default.pii', parameters, text)).toBe(text)
  })

  it('leaves numbers with other check digits alone', async () => {
    const parameters = { categories: ['CA_SIN'], withoutLabel: ['CA_SIN'] }
    expect(await redact('default.pii', parameters, 'form 046454287')).toBe('form 046454287')
  })
})
