// Personal data of each category, drawn by template until the check digits are right: `#` is a digit, `@` a letter, `_` a hexadecimal
// digit. Only forms that need no label.
import fc from 'fast-check'
import { finders, type PiiCategory } from '../../../../runtime/guardrails/detect/pii/find-pii.ts'

export interface PersonalKind {
  readonly category: PiiCategory
  readonly templates: readonly string[]
}

// biome-ignore format: a table
export const PERSONAL_KINDS: readonly PersonalKind[] = [
  { category: 'EMAIL_ADDRESS', templates: ['mail####@example.com', 'a.b+c##@mail.example.org'] },
  { category: 'IP_ADDRESS', templates: ['203.0.113.1##', '198.51.100.##', '2001:db8::8a2e:___1:1'] },
  { category: 'IBAN', templates: ['DE##370400440532013###', 'GB## WEST 1234 5698 765# ##'] },
  { category: 'CREDIT_CARD', templates: ['4##############0', '4##############5', '5500###########7', '37############2', '4111 22## #### ###3', '5500-00##-####-###1'] },
  { category: 'CRYPTO_ADDRESS', templates: ['0x________________________________________'] },
  { category: 'MAC_ADDRESS', templates: ['02:1a:__:__:__:__', '02-1A-3C-4D-5E-##'] },
  { category: 'SSN', templates: ['1##-4#-5###'] },
  { category: 'UK_NINO', templates: ['AB##4###C', 'JG 1# 3# 5# A'] },
  { category: 'DE_TAX_ID', templates: ['8##########'] },
  { category: 'FR_NIR', templates: ['2 55 0# 14 1## 025 ##', '255081416####38'] },
  { category: 'ES_NIF', templates: ['12######@', '45###1##-@'] },
  { category: 'ES_NIE', templates: ['X12####7@', 'Y-2#####1-@'] },
  { category: 'IT_FISCAL_CODE', templates: ['RSSMRA8#T1#A562@'] },
  { category: 'CH_AHV', templates: ['756.9###.####.##', '7561#########'] },
  { category: 'SE_PERSONNUMMER', templates: ['811218-####', '1981121#-####', '19811218####'] },
  { category: 'IN_AADHAAR', templates: ['23## 56## ####', '34##-1###-####'] },
  { category: 'BR_CPF', templates: ['1##.4##.7##-##'] },
  { category: 'IN_PAN', templates: ['@BCP@12##F'] },
  { category: 'DRIVING_LICENCE', templates: ['MORGA65#05#SM9IJ'] },
  { category: 'PHONE_NUMBER', templates: ['(415) 555-01##', '+49 30 12#####', '+1 415 555 01##', '030 12#####', '415-555-01##', '06 12 3# ## ##'] },
]

const SIGNS: Readonly<Record<string, string>> = {
  '#': '0123456789',
  '@': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  _: '0123456789abcdef',
}
const EMAIL = /@(?=example|mail)/

/** Draws of a template that the category has, of which a few hundred are enough for the rarest check digits. */
export function drawn(
  { category }: PersonalKind,
  template: string,
  count: number,
  seed: number,
): readonly string[] {
  const [local, domain] = EMAIL.test(template) ? template.split('@') : [template]
  const signs = Array.from(local ?? '')
  const draw = fc
    .tuple(
      ...signs.map(sign => {
        const choices = SIGNS[sign]
        return choices === undefined ? fc.constant(sign) : fc.constantFrom(...choices)
      }),
    )
    .map(characters => `${characters.join('')}${domain === undefined ? '' : `@${domain}`}`)
  const isValid = (value: string): boolean => {
    const text = `see ${value}`
    return [...finders[category](text)].some(
      ([start, end]) => start === text.length - value.length && end === text.length,
    )
  }
  const found = [...new Set(fc.sample(draw, { numRuns: 20_000, seed }))].filter(isValid).slice(0, count)
  if (found.length < count) throw new Error(`${category}: ${template} has ${found.length} valid draws`)
  return found
}
