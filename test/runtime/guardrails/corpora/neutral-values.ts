// Values that a seed draws: personal data with the check digits of their registers, keys of services, and numbers and words that are neither.
// The check digits are computed here and not by the detectors.
import { BASE64, HEX, LETTERS, madeUp, URL_SAFE } from './made-up.ts'

/** `below(n)` is the next number of the seed below n. */
interface Draw {
  readonly below: (limit: number) => number
  readonly digits: (count: number) => string
  readonly of: (alphabet: string, count: number) => string
  readonly one: <T>(items: readonly T[]) => T
}

export function drawWith(seed: number): Draw {
  let state = (seed * 2654435761 + 12345) >>> 0
  const below = (limit: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) % limit
  }
  const of = (alphabet: string, count: number): string => madeUp(count, alphabet, below(1_000_000_000))
  return {
    below,
    of,
    digits: count => of('0123456789', count),
    one: items => items[below(items.length)] as (typeof items)[number],
  }
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
const withLuhn = (digits: string): string => `${digits}${(10 - (luhnSum(`${digits}0`) % 10)) % 10}`

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** ISO 7064 modulo 97-10 over letters and digits. */
const remainder97 = (text: string): number =>
  [...text].reduce((rest, sign) => Number(`${rest}${Number.parseInt(sign, 36)}`) % 97, 0)

/** Verhoeff (1969). */
const D5 = [
  '0123456789', '1234067895', '2340178956', '3401289567', '4012395678',
  '5987604321', '6598710432', '7659821043', '8765932104', '9876543210',
] // biome-ignore format: a table
const P8 = [
  '0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258',
] // biome-ignore format: a table
function withVerhoeff(digits: string): string {
  const check = [...`${digits}0`]
    .reverse()
    .reduce((sum, digit, at) => Number(D5[sum]?.[Number(P8[at % 8]?.[Number(digit)])]), 0)
  const inverse = D5[check]?.indexOf('0') ?? 0
  return `${digits}${inverse}`
}

/** ISO 7064 modulo 11,10, of eleven digits of which one is repeated. */
function germanTax({ below, one }: Draw): string {
  const order = [...'123456789'].sort(() => below(3) - 1)
  const digits = [...order, one(order)].slice(0, 10).join('')
  const product = [...digits].reduce((rest, digit) => {
    const sum = (Number(digit) + rest) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return `${digits}${(11 - product) % 10}`
}

function iban({ digits }: Draw): string {
  const account = digits(18)
  const check = pad(98 - remainder97(`${account}DE00`))
  return `DE${check}${account}`.replace(/(.{4})(?=.)/g, '$1 ')
}

function frenchInsurance(draw: Draw): string {
  const number = `${draw.one(['1', '2'])}${pad(40 + draw.below(59))}${pad(1 + draw.below(12))}${pad(10 + draw.below(80))}${draw.digits(3)}${draw.digits(3)}`
  const key = pad(97 - Number(BigInt(number) % 97n))
  return `${number}${key}`.replace(/^(.)(..)(..)(..)(...)(...)(..)$/, '$1 $2 $3 $4 $5 $6 $7')
}

function italianCode(draw: Draw): string {
  const consonants = 'BCDFGLMNPRSTV'
  const code = `${draw.of(consonants, 6)}${pad(40 + draw.below(59))}${draw.one([...'ABCDEHLMPRST'])}${pad(1 + draw.below(28))}${draw.one([...'ABCDEFGHL'])}${draw.digits(3)}`
  const odd = '1 0 5 7 9 13 15 17 19 21 2 4 18 20 11 3 6 8 12 14 16 10 22 25 24 23'.split(' ').map(Number)
  const sum = [...code].reduce((total, sign, at) => {
    const value = /\d/.test(sign) ? Number(sign) : UPPER.indexOf(sign)
    return total + (at % 2 === 0 ? (odd[value] ?? 0) : value)
  }, 0)
  return code + UPPER[sum % 26]
}

const spanish = (number: string, prefix = ''): string =>
  `${prefix}${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[Number(`${'XYZ'.indexOf(prefix) > 0 ? 'XYZ'.indexOf(prefix) : ''}${number}`) % 23]}`

/** The first of the ten digits that makes a number valid. */
const withDigit = (number: string, isValid: (whole: string) => boolean): string | undefined =>
  Array.from('0123456789', digit => number + digit).find(isValid)

/** Drawn again until it has a check digit. */
function drawn(draw: Draw, count: number, prefix: string, isValid: (whole: string) => boolean): string {
  for (;;) {
    const whole = withDigit(prefix + draw.digits(count), isValid)
    if (whole !== undefined) return whole
  }
}

function brazilian({ digits }: Draw): string {
  const base = digits(9)
  const next = (number: string): string =>
    String(
      ((weighted(
        number,
        Array.from(number, (_, at) => number.length + 1 - at),
      ) *
        10) %
        11) %
        10,
    )
  const first = base + next(base)
  return `${first}${next(first)}`.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
}

const ean13 = (digits: string): string =>
  `${digits}${(10 - (weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]) % 10)) % 10}`

export interface NeutralKind {
  /** What a person calls it, as in `The LABEL of …`. */
  readonly label: string
  readonly value: (draw: Draw) => string
  /** The part of it that must not be seen; all of it where absent. */
  readonly hidden?: RegExp
}

const birthday = (draw: Draw): string =>
  `${pad(40 + draw.below(59))}${pad(1 + draw.below(12))}${pad(1 + draw.below(28))}`

export const PERSONAL: readonly NeutralKind[] = [
  { label: 'email', value: d => `${d.one(['dana', 'kim.lee', 'jo_brandt'])}${d.digits(2)}@${d.one(['example.org', 'mail.example.com'])}` },
  { label: 'phone', value: d => d.one([`+1 415 555 01${d.digits(2)}`, `+49 30 ${2 + d.below(7)}${d.digits(6)}`, `(212) 555-01${d.digits(2)}`]) },
  { label: 'card number', value: d => withLuhn(d.one(['4', '51', '55']) .padEnd(2, d.digits(1)) + d.digits(13)).replace(/(.{4})(?=.)/g, d.one(['$1 ', '$1'])) },
  { label: 'iban', value: iban },
  { label: 'ip address', value: d => `${d.one([203, 198, 91])}.${1 + d.below(250)}.${d.below(250)}.${1 + d.below(250)}` },
  { label: 'mac address', value: d => d.of(HEX, 12).replace(/^../, '3c').replace(/(..)(?=.)/g, '$1:') },
  { label: 'wallet', value: d => `0x${d.of(HEX, 40)}` },
  { label: 'social security number', value: d => `${pad(100 + d.below(560), 3)}-${pad(1 + d.below(98))}-${pad(1 + d.below(9998), 4)}` },
  { label: 'social insurance number', value: d => withLuhn(`${1 + d.below(7)}${d.digits(7)}`).replace(/(...)(?=.)/g, d.one(['$1 ', '$1-', '$1'])) },
  { label: 'national insurance number', value: d => `${d.one(['AB', 'JG', 'PX'])} ${d.digits(2)} ${d.digits(2)} ${d.digits(2)} ${d.one(['A', 'C'])}` },
  { label: 'Steuer-ID', value: germanTax },
  { label: 'numéro de sécurité sociale', value: frenchInsurance },
  { label: 'dni', value: d => spanish(`${1 + d.below(8)}${d.digits(7)}`) },
  { label: 'nie', value: d => spanish(d.digits(7), d.one(['X', 'Y', 'Z'])) },
  { label: 'codice fiscale', value: italianCode },
  { label: 'bsn', value: d => drawn(d, 7, String(1 + d.below(9)), whole => weighted(whole, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0) },
  { label: 'pesel', value: d => drawn(d, 4, birthday(d), whole => weighted(whole, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0) },
  { label: 'ahv number', value: d => ean13(`756${d.digits(9)}`).replace(/^(...)(....)(....)(..)$/, '$1.$2.$3.$4') },
  { label: 'personnummer', value: d => withLuhn(`${birthday(d)}${d.digits(3)}`).replace(/(.{4})$/, '-$1') },
  { label: 'aadhaar', value: d => withVerhoeff(`${2 + d.below(8)}${d.digits(10)}`).replace(/(.{4})(?=.)/g, d.one(['$1 ', '$1'])) },
  { label: 'cpf', value: brazilian },
  { label: 'pan', value: d => `${d.of(UPPER, 3)}P${d.of(UPPER, 1)}${d.digits(4)}${d.of(UPPER, 1)}` },
  { label: 'nhs number', value: d => drawn(d, 8, '4', whole => weighted(whole, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0).replace(/^(...)(...)(....)$/, d.one(['$1 $2 $3', '$1$2$3'])) },
  { label: 'passport number', value: d => d.one([`C${d.digits(8)}`, d.digits(9), `${d.of('CFGHJK', 2)}${d.digits(7)}`]) },
  { label: 'driving licence', value: d => d.one([`${d.of(UPPER, 1)}${d.digits(7)}`, `${d.of('MNPRT', 5)}${d.digits(1)}0${1 + d.below(9)}1${d.digits(1)}${d.digits(1)}AB9XY`.replace(/^(.{8})../, '$112').slice(0, 16)]) },
] // biome-ignore format: a table

const uuid = (d: Draw): string =>
  `${d.of(HEX, 8)}-${d.of(HEX, 4)}-4${d.of(HEX, 3)}-a${d.of(HEX, 3)}-${d.of(HEX, 12)}`

/** Kinds of the rules of gitleaks and trufflehog, in the forms that the services document. */
export const KEYS: readonly NeutralKind[] = [
  { label: 'aws access key', value: d => `AKIA${d.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}` },
  { label: 'aws secret access key', value: d => d.of(BASE64, 40) },
  { label: 'github token', value: d => `ghp_${d.of(LETTERS, 36)}` },
  { label: 'gitlab token', value: d => `glpat-${d.of(URL_SAFE, 20)}` },
  { label: 'slack token', value: d => `xoxb-${d.digits(12)}-${d.digits(12)}-${d.of(LETTERS, 24)}` },
  { label: 'stripe key', value: d => `sk_live_${d.of(LETTERS, 24)}` },
  { label: 'openai key', value: d => `sk-proj-${d.of(URL_SAFE, 74)}T3BlbkFJ${d.of(URL_SAFE, 73)}A` },
  { label: 'anthropic key', value: d => `sk-ant-api03-${d.of(URL_SAFE, 93)}AA` },
  { label: 'google api key', value: d => `AIza${d.of(URL_SAFE, 34)}a` },
  { label: 'sendgrid key', value: d => `SG.${d.of(URL_SAFE, 22)}.${d.of(URL_SAFE, 43)}` },
  { label: 'twilio auth token', value: d => d.of(HEX, 32) },
  { label: 'npm token', value: d => `npm_${d.of(LETTERS, 36)}` },
  { label: 'pypi token', value: d => `pypi-AgEIcHlwaS5vcmc${d.of(URL_SAFE, 60)}` },
  { label: 'jwt', value: d => `eyJhbGciOiJIUzI1NiJ9.eyJ${d.of(URL_SAFE, 40)}.${d.of(URL_SAFE, 43)}` },
  { label: 'database password', value: d => `${d.of(LETTERS, 6)}!${d.of(LETTERS, 6)}#${d.digits(2)}` },
  { label: 'database url', value: d => `postgres://app:${d.of(LETTERS, 16)}@db.internal:5432/shop`, hidden: /(?<=:)\w{16}(?=@)/ },
  { label: 'client secret', value: d => d.of(LETTERS, 32) },
  { label: 'api key', value: d => d.of(HEX, 32) },
  { label: 'access token', value: d => d.of(LETTERS, 40) },
  { label: 'heroku api key', value: uuid },
  { label: 'datadog api key', value: d => d.of(HEX, 32) },
  { label: 'shopify token', value: d => `shpat_${d.of(HEX, 32)}` },
  { label: 'hugging face token', value: d => `hf_${d.of(LETTERS, 34)}` },
  { label: 'discord bot token', value: d => `M${d.of(LETTERS, 23)}.${d.of(LETTERS, 6)}.${d.of(URL_SAFE, 27)}` },
  { label: 'webhook secret', value: d => `whsec_${d.of(LETTERS, 32)}` },
] // biome-ignore format: a table

/** What is neither, and looks like it. */
export const HARMLESS: readonly NeutralKind[] = [
  { label: 'order number', value: d => d.digits(8) },
  { label: 'invoice', value: d => `INV-2026-${d.digits(5)}` },
  { label: 'request id', value: uuid },
  { label: 'commit', value: d => d.of(HEX, 40) },
  { label: 'sha256', value: d => d.of(HEX, 64) },
  { label: 'version', value: d => `${d.below(9)}.${d.below(20)}.${d.below(30)}` },
  { label: 'build', value: d => `20261130.${d.digits(3)}` },
  { label: 'timestamp', value: d => `17${d.digits(8)}` },
  { label: 'date', value: d => `2026-${pad(1 + d.below(12))}-${pad(1 + d.below(28))}` },
  { label: 'duration ms', value: d => `${1 + d.below(9)}${d.digits(4)}` },
  { label: 'price', value: d => `${1 + d.below(900)}.${d.digits(2)}` },
  { label: 'population', value: d => `${1 + d.below(90)},${d.digits(3)},${d.digits(3)}` },
  { label: 'isbn', value: d => `978-${d.digits(1)}-${d.digits(4)}-${d.digits(4)}-${d.digits(1)}` },
  { label: 'tracking number', value: d => `1Z${d.of(UPPER, 3)}${d.digits(13)}` },
  { label: 'sku', value: d => `${d.of(UPPER, 3)}-${d.digits(4)}-${d.of(UPPER, 2)}` },
  { label: 'latitude', value: d => `${d.below(80)}.${d.digits(6)}` },
  { label: 'public key', value: d => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${d.of(LETTERS, 43)}` },
  { label: 'etag', value: d => `W/"${d.of(HEX, 16)}"` },
  { label: 'model', value: d => d.one(['gpt-4o-2024-08-06', 'claude-sonnet-4-5-20250929', 'gemini-2.5-pro']) },
  { label: 'colour', value: d => `#${d.of(HEX, 6)}` },
  { label: 'port', value: d => `${1 + d.below(6)}${d.digits(4)}` },
  { label: 'file', value: d => `report_${d.digits(4)}_final.pdf` },
  { label: 'url', value: d => `https://docs.example.org/guide/${d.digits(3)}/intro` },
  { label: 'ticket', value: d => `OPS-${d.digits(5)}` },
  { label: 'score', value: d => `0.${d.digits(6)}` },
] // biome-ignore format: a table
