// Addresses of people: how two of them compare. RFC 5321 lets hosts distinguish case, and none does; other folding would make one person of
// two (U+212A, the sign of the kelvin, is a "k" in lower case).
import { type Failure, failure, quoted } from '../../../values/failures.ts'

/** An address as it is stored and compared: ASCII letters in lower case, all else as it is. */
export const foldAddress = (address: string): string =>
  address.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())

/** The same for all addresses that readers take for one another by case, width, compatibility forms or invisible characters. */
export const appearanceOf = (address: string): string =>
  address
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Why a string is not an address; undefined if it is one. */
export const emailFault = (address: string, param: string): Failure | undefined =>
  address.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(address)
    ? undefined
    : failure('invalid_request', `${param} must be an address, not ${quoted(address)}.`, { param })

/** Escapes what readers cannot distinguish. */
export const lookalikeReason = (address: string, other: string): string =>
  `The address ${quoted(escapeForeign(address))} can be taken for ${quoted(escapeForeign(other))}, which is another one.`

const escapeForeign = (address: string): string =>
  address.replaceAll(/[^ -~]/gu, character => `\\u{${character.codePointAt(0)?.toString(16)}}`)
