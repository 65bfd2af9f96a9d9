// Documents whose numbers have no check digit that is public, so a label must precede them.
import { byPatterns, digitsOf, type Finder } from './pattern-finder.ts'

const hasDigits = (min: number) => (match: string) => digitsOf(match).length >= min

export const passports: Finder = byPatterns({
  pattern: /(?<![\w-])[A-Z]{0,3}\d[A-Z\d]{5,8}(?![\w-])/gi,
  valid: match => hasDigits(/[a-z]/.test(match) ? 6 : 3)(match),
  keywords:
    /(?:passports?(?![a-z])|reisepass|passnummer|passnr|passeport|pasaporte|passaporto|passaporte|paspoort|paszport|паспорт|护照|護照|旅券|パスポート|여권|पासपोर्ट)/i,
})

/** Germany: authority, serial number, check digit, copy (de.wiki.li/Führerscheinnummer, 2026-12-01). */
const GERMAN = /^[A-Z\d]\d\d[A-Z\d]{6}[\dX][A-Z\d]$/

export const drivingLicences: Finder = byPatterns(
  // Great Britain: five letters of the name, date of birth (fifty is added to the month of a woman), initials, check characters
  {
    pattern:
      /(?<!\w)[A-Z]{1,5}9{0,4}\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Z9]{2}\d?[A-Z\d][A-Z]{2}(?!\w)/gi,
    valid: match => match.length === 16,
  },
  {
    pattern: /(?<![\w-])[A-Z\d](?:[ -]?[A-Z\d]){4,17}(?![\w-])/g,
    valid: match => hasDigits(5)(match) || GERMAN.test(match),
    optionalTail: /[ -][A-Z\d]{1,17}$/,
    keywords:
      /(?:driv(?:er'?s?|ers’|ing) licen[cs]es?(?![a-z])|driver(?:'s)? id|(?:^|[^a-z])dl(?![a-z])|führerschein|de (?:conduire|conducir|condução|motorista)|patente di guida|numero (?:della )?patente(?![a-z])|rijbewijs|prawa? jazdy|körkort|водительск|驾驶证|驾照|運転免許|운전면허)/i,
  },
  // Italy: in other languages the word is that for a patent (automoto.it "Numero della patente di guida", 2026-12-01).
  { pattern: /(?<!\w)U1[A-Z\d]{7}[A-Z](?!\w)/g, keywords: /(?:patente(?![a-z]))/i },
)
