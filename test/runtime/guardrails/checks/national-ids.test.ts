// default.pii: numbers of further countries, with the examples of their documentation (python-stdnum 2.1 where no other page is named).
import { describe, expect, it } from 'vitest'
import {
  finders,
  linkPiiFinder,
  type PiiCategory,
} from '../../../../runtime/guardrails/detect/pii/find-pii.ts'

const find = linkPiiFinder(Object.keys(finders) as PiiCategory[])
const found = (text: string): readonly string[] =>
  find(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)

interface Country {
  readonly category: PiiCategory
  /** What names the number, where it needs a name. */
  readonly label?: string
  readonly valid: readonly string[]
  /** With another check digit, or of another form. */
  readonly invalid: readonly string[]
}

// biome-ignore format: a table
const COUNTRIES: readonly Country[] = [
  { category: 'FI_HETU', valid: ['131052-308T', '131052A308T', '131052a308t'], invalid: ['131052-308U', '131352-308T', '411052-308T', '310252-3088', '300252A3089'] },
  { category: 'KR_RRN', valid: ['971013-9019902'], invalid: ['971013-9019903', '971313-9019902'] },
  { category: 'KR_RRN', label: '주민등록번호', valid: ['971013-9019902', '9710139019903'], invalid: ['971313-9019902'] },
  // https://garden.melvinzhang.net/posts/nric_checksum, and of the series M https://userapps.support.sap.com/sap/support/knowledge/en/2572734
  { category: 'SG_NRIC', valid: ['S1234567D', 's1234567d', 'M1234567K'], invalid: ['S1234567A', 'T1234567D', 'M1234567J'] },
  { category: 'TH_ID', valid: ['1-2345-45678-78-1'], invalid: ['1-2345-45678-78-9'] },
  { category: 'TH_ID', label: 'เลขประจำตัวประชาชน', valid: ['3100600445635'], invalid: ['3100600445634'] },
  { category: 'TR_ID', label: 'T.C. Kimlik No', valid: ['17291716060'], invalid: ['17291716050', '07291716092'] },
  { category: 'ZA_ID', label: 'South African ID', valid: ['7503305044089', '750330 5044 08 9', '7503305044287'], invalid: ['8503305044089'] },
  { category: 'AU_TFN', label: 'tax file number', valid: ['123 456 782', '123456782'], invalid: ['999 999 999'] },
  { category: 'US_ITIN', valid: ['912-90-3456', '912-50-3456', '912-65-3456', '912-99-3456'], invalid: ['912-93-4567', '912-69-4567', '912-66-4567', '912-89-4567', '912-49-4567'] },
  { category: 'US_ITIN', label: 'ITIN', valid: ['912903456'], invalid: ['912933456'] },
  // https://johndcook.com/blog/2024/06/26/npi-number
  { category: 'US_NPI', label: 'NPI', valid: ['1993999998', '1993-999-998', '1993 999 998'], invalid: ['1993999997', '3993999998'] },
  { category: 'US_NPI', label: 'Provider identifier', valid: ['1993999998'], invalid: ['1993999997'] },
  // https://developer.tazapay.com/API-Reference/appendix/ABA-Routing-Number-Validation
  { category: 'US_ABA', label: 'ABA number', valid: ['021000021', '111000025', '0210-0002-1'], invalid: ['021000022'] },
]

describe.each(COUNTRIES)('$category, label $label', ({ category, label, valid, invalid }) => {
  const write = (value: string): string =>
    label === undefined ? `Dana wrote ${value} on the form` : `The ${label} of Dana Lewis is ${value} now`

  it.each(valid)('%s is one', value => {
    expect(found(write(value))).toEqual([`${category} ${value}`])
  })
  it.each(invalid)('%s is none', value => {
    expect(found(write(value)).filter(each => each.startsWith(category))).toEqual([])
  })
  it.each(label === undefined ? [] : valid.filter(value => /^\d+$/.test(value)))(
    '%s needs its label',
    value => {
      expect(found(`Dana wrote ${value} on the form`)).toEqual([])
    },
  )
  it.each(label === undefined ? [] : valid)('%s is one under its key', value => {
    expect(found(JSON.stringify({ [label ?? '']: value }))).toEqual([`${category} ${value}`])
  })
})
