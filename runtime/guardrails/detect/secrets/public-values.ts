// Values that are as random as secrets and made to be shown: public keys and certificates, addresses of wallets, checksums, signatures,
// identifiers of requests. They are recognised by their own form, by the block they are in, or by the name directly before them.
import { passesBase58Check } from '../pii/addresses.ts'

/** Checksums, encoded files, URLs, and what SOPS has encrypted. */
const HARMLESS_BEFORE =
  /(?:sha\d{1,3}[-:=]|;base64,[^\s"'()<>]{0,300}|https?:\/\/[^\s"']{0,300}|ENC\[AES256_GCM,[^\s"'\]]{0,300}|(?:commit|digest|integrity|etag|checksum|hash)\\{0,3}["']?[:= ]{1,3}\\{0,3}["']?)$/i

/**
 * Checksums, and identifiers that are frequent in this traffic: completions, runs, calls, and others with a kind and
 * a version.
 */
const HARMLESS =
  /^(?:sha\d{1,3}|chatcmpl|file|batch|nonce)-|^(?:req|resp|msg|call|toolu|run|thread|asst|step)_|^[a-z]{2,12}_01/

/** Names of public values, which may be written in words; the last one is that of a DNS record with a key for mails. */
const PUBLIC_NAME =
  /(?:pub(?:lic)?[-_ ]?key(?:[-_ ]?(?:base64|b64|raw|bytes))?|site[-_ ]?key|fingerprint|thumbprint|(?<![a-z])signature|x-amz-(?:id-2|cf-id)|x-[a-z]{2,20}-(?:request|trace|correlation)-id|nonce|wallet|(?<![a-z])address|(?<![a-z])mint|certificate|(?<![a-z])cert|(?<![a-z])c?idv?|pin-sha256|trace[-_]?parent|known[-_]?hosts?|k=[a-z0-9]{3,8};[ \t]{0,2}p)\\{0,3}["']?[ \t]{0,3}(?:[:=]|is|\n)[ \t]{0,3}\\{0,3}["'`]?[/+_-]{0,4}$/i

/** Members of a JSON Web Key that are public (RFC 7517, RFC 7518). */
const KEY_MEMBER =
  /["'](?:kid|n|x|y|x5c|x5t(?:#S256)?)\\{0,3}["'][ \t]{0,2}:[ \t]{0,2}\[?\\{0,3}["'][_-]{0,4}$/
const KEY_TYPE = /["']kty\\{0,3}["']/
const KEY_REACH = 800

/** Contents of IPFS, encoded in Bech32 (BIP 173: `age1`, `npub1`, `addr1`; secret keys have other prefixes), an Ethereum address, a publishable key of Stripe. */
const PUBLIC_FORM =
  /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,64}|(?:age|npub|note|nevent|addr|stake|bc|tb|ltc|cosmos|osmo|erd)1[a-z0-9]{38,120}|0x[a-fA-F\d]{40}|pk_(?:live|test)_[A-Za-z\d]{10,250}|SHA256:[A-Za-z0-9+/]{43}=?)$/
/** A key of SSH begins with the length of its type, and the type (RFC 4253, section 6.6). */
const SSH_START = /^AAAA[A-Za-z0-9+/]{28}/
const SSH_TYPE = /^\0\0\0.(?:sk-)?(?:ssh-|ecdsa-)/s
/** minisign: "Ed", and the identifier of the key. */
const MINISIGN = /^RW[A-Za-z0-9+/]{54}$/
/** Base58 with a checksum: Bitcoin and its relatives, Tron (T), and the XRP Ledger (r), which has an alphabet of its own. */
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
const BITCOIN = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

const WALLET = /^[13LMDTr][1-9A-HJ-NP-Za-km-z]{25,34}$/

const isWallet = (value: string): boolean => {
  if (!WALLET.test(value)) return false
  const bitcoin = value.startsWith('r')
    ? Array.from(value, letter => BITCOIN.charAt(RIPPLE.indexOf(letter))).join('')
    : value
  return passesBase58Check(bitcoin)
}

const isSshKey = (value: string): boolean =>
  SSH_START.test(value) && SSH_TYPE.test(Buffer.from(value.slice(0, 32), 'base64').toString('latin1'))

const hasPublicForm = (value: string): boolean =>
  PUBLIC_FORM.test(value) || MINISIGN.test(value) || isSshKey(value) || isWallet(value)

/** Whether a random value is harmless by what it begins with or what is directly before it. */
export const isHarmless = (text: string, value: string, start: number): boolean => {
  if (HARMLESS.test(value)) return true
  const before = text.slice(Math.max(0, start - 320), start)
  return HARMLESS_BEFORE.test(before) || PUBLIC_NAME.test(before.slice(-64))
}

const BLOCK = /-----(BEGIN|END) ([A-Z0-9 ]{1,60})-----/g
const PRIVATE = /PRIVATE/
/** A block without its end is at most as long as a chain of certificates. */
const LONGEST_BLOCK = 16 * 1024

type Block = readonly [start: number, end: number]

/** Blocks of PEM and OpenPGP that have no private key. */
function publicBlocks(text: string): readonly Block[] {
  if (!text.includes('-----BEGIN ')) return []
  const marks = [...text.matchAll(BLOCK)]
  return marks.flatMap(({ 1: mark, 2: label = '', index }, at): readonly Block[] => {
    if (mark !== 'BEGIN' || PRIVATE.test(label)) return []
    const end = marks[at + 1]?.index ?? text.length
    return [[index, Math.min(end, index + LONGEST_BLOCK)]]
  })
}

/** Behind what belongs to an escape: the letter of a line break in JSON, the digits of a space in a form. */
function afterEscape(text: string, start: number): number {
  const sign = text[start - 1]
  if (sign === '\\' && /[nrt]/.test(text.charAt(start))) return start + 1
  return sign === '%' && /^[\da-f]{2}$/i.test(text.slice(start, start + 2)) ? start + 2 : start
}

/** A value at this position is public although it was found to be random or assigned to a name of a secret. */
export function linkPublicValues(text: string): (start: number, end: number) => boolean {
  const blocks = publicBlocks(text)
  return (start, end) =>
    blocks.some(([from, to]) => from <= start && end <= to) ||
    hasPublicForm(text.slice(afterEscape(text, start), end)) ||
    (KEY_MEMBER.test(text.slice(Math.max(0, start - 32), start)) &&
      KEY_TYPE.test(text.slice(Math.max(0, start - KEY_REACH), end + KEY_REACH)))
}
