// default.secrets: public keys, certificates, wallets, fingerprints and identifiers of requests are no secrets, wherever they are;
// secrets of the same form beside them are.
import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { linkSecretFinder } from '../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { findFolded } from '../../../../runtime/guardrails/detect/text/find-folded.ts'
import { BASE64, HEX, LETTERS, madeUp, URL_SAFE } from '../corpora/made-up.ts'

const find = findFolded(linkSecretFinder({ entropy: true, entropyThreshold: 4 }))

const bytesOf = (length: number, seed: number): Buffer => Buffer.from(madeUp(2 * length, HEX, seed), 'hex')
const field = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
/** RFC 4253, section 6.6: the type and the key, each after its length. */
const ssh = (type: string, length: number, seed: number): string =>
  `${type} ${Buffer.concat([field(Buffer.from(type)), field(bytesOf(length, seed))]).toString('base64')}`
const pem = (label: string, seed: number): string =>
  `-----BEGIN ${label}-----\n${madeUp(640, BASE64, seed).replace(/.{64}/g, '$&\n')}-----END ${label}-----`

const BITCOIN = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const RIPPLE = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'
/** 21 bytes, the first of which says the network, and the beginning of their double SHA-256. */
function wallet(network: number, alphabet: string, seed: number): string {
  const payload = Buffer.concat([Buffer.from([network]), bytesOf(20, seed)])
  const sum = hash('sha256', hash('sha256', payload, 'buffer'), 'buffer').subarray(0, 4)
  let number = BigInt(`0x${Buffer.concat([payload, sum]).toString('hex')}`)
  let digits = ''
  for (; number > 0n; number /= 58n) digits = (alphabet[Number(number % 58n)] ?? '') + digits
  return (network === 0 ? (alphabet[0] ?? '') : '') + digits
}
const bech32 = (prefix: string, length: number, seed: number): string =>
  `${prefix}1${madeUp(length, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l', seed)}`

const PUBLIC: Readonly<Record<string, (seed: number) => string>> = {
  'ssh-ed25519': seed => ssh('ssh-ed25519', 32, seed),
  'ssh-rsa': seed => ssh('ssh-rsa', 259, seed),
  'ecdsa-sha2-nistp256': seed => ssh('ecdsa-sha2-nistp256', 65, seed),
  'a key of a hardware token': seed => ssh('sk-ssh-ed25519@openssh.com', 40, seed),
  'a key of SSH without its type': seed => ssh('ssh-ed25519', 32, seed).replace(/^\S+ /, ''),
  'known_hosts': seed => `git.example.com ${ssh('ssh-ed25519', 32, seed)}`,
  'a fingerprint of SSH': seed => `SHA256:${madeUp(43, BASE64, seed)}`,
  'a public key in PEM': seed => pem('PUBLIC KEY', seed),
  'a certificate': seed => pem('CERTIFICATE', seed),
  'a request for a certificate': seed => pem('CERTIFICATE REQUEST', seed),
  'a public key of PGP': seed => pem('PGP PUBLIC KEY BLOCK', seed),
  'a signature of PGP': seed => pem('PGP SIGNATURE', seed),
  'x-amz-id-2': seed => `x-amz-id-2: ${madeUp(75, BASE64, seed)}=`,
  'x-amz-cf-id': seed => `X-Amz-Cf-Id: ${madeUp(54, URL_SAFE, seed)}==`,
  'a wallet of Bitcoin': seed => wallet(0, BITCOIN, seed),
  'a wallet of Tron': seed => wallet(0x41, BITCOIN, seed),
  'a wallet of the XRP Ledger': seed => wallet(0, RIPPLE, seed),
  'a wallet of Ethereum': seed => `0x${madeUp(40, HEX, seed)}`,
  'a wallet of Solana': seed => `wallet: ${madeUp(44, BITCOIN, seed)}`,
  'a wallet of Cardano': seed => bech32('addr', 98, seed),
  'a recipient of age': seed => bech32('age', 58, seed),
  'a key of Nostr': seed => bech32('npub', 58, seed),
  'an identifier of IPFS': seed => `Qm${madeUp(44, BITCOIN, seed)}`,
  'a public key of WireGuard': seed => `PublicKey: ${madeUp(43, BASE64, seed)}=`,
  'a JSON Web Key': seed =>
    JSON.stringify({ kty: 'EC', crv: 'P-256', kid: madeUp(27, URL_SAFE, seed), x: madeUp(43, URL_SAFE, seed + 1), y: madeUp(43, URL_SAFE, seed + 2) }),
  'a record of DKIM': seed => `v=DKIM1; k=rsa; p=${madeUp(392, BASE64, seed)}`,
  'a key for notifications': seed => `vapidPublicKey: "B${madeUp(86, URL_SAFE, seed)}"`,
  'a publishable key': seed => `pk_live_${madeUp(24, LETTERS, seed)}`,
  'a site key': seed => `data-sitekey="6L${madeUp(38, URL_SAFE, seed)}"`,
  'a signature': seed => `Signature: ${madeUp(86, BASE64, seed)}==`,
  'a pin of a certificate': seed => `pin-sha256="${madeUp(43, BASE64, seed)}="`,
} // biome-ignore format: a table

const PLACES: readonly ((value: string) => string)[] = [
  value => value,
  value => `Please add this one: ${value} jane@laptop`,
  value => JSON.stringify({ body: `first\n${value}` }),
  value => JSON.stringify({ key: value }),
  value => `ssh_public_key = "${value}"`,
  value => `  - ${value}\n`,
  value => `public_key: ${value}`,
  value => `echo '${value}' >> ~/.ssh/authorized_keys`,
  value => `| ${value} | ok |`,
  value => `deploy_key: "${value}"`,
]
const SEEDS = [11, 12, 13, 14]

it('finds at most one public value of a hundred', () => {
  const found = Object.entries(PUBLIC).flatMap(([kind, draw]) =>
    PLACES.flatMap((place, at) =>
      SEEDS.flatMap(seed => (find(place(draw(seed * 17 + at))).length > 0 ? [`${kind}, place ${at}`] : [])),
    ),
  )
  const total = Object.keys(PUBLIC).length * PLACES.length * SEEDS.length
  expect(total).toBe(1240)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(12)
})

it('finds no key of SSH in a form', () => {
  for (const seed of SEEDS) {
    const key = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${madeUp(43, LETTERS, seed)}`
    expect(find(`id=17&public_key=${encodeURIComponent(key)}&city=Berlin`)).toEqual([])
  }
  expect(find(`id=17&conn=a%20${madeUp(40, LETTERS, 6)}&city=Berlin`).length).toBeGreaterThan(0)
})

describe('A secret beside public values', () => {
  const KEY = madeUp(40, LETTERS, 5)
  it.each([
    ['a private key', pem('PRIVATE KEY', 4)],
    ['a private key after a certificate', `${pem('CERTIFICATE', 3)}\n${pem('EC PRIVATE KEY', 4)}`],
    ['a key after a certificate', `${pem('CERTIFICATE', 3)}\nconn: "${KEY}"`],
    [
      'a key after the beginning of a certificate',
      `-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n"${KEY}"`,
    ],
    ['a key beside a key of SSH', `${ssh('ssh-ed25519', 32, 3)} token=${KEY}`],
    ['the private part of a JSON Web Key', `{"kty":"OKP","crv":"Ed25519","d":"${madeUp(43, URL_SAFE, 9)}"}`],
    ['a private key of WireGuard', `PrivateKey = ${madeUp(43, BASE64, 8)}=`],
    ['a secret key of Ethereum', `private_key: 0x${madeUp(64, HEX, 8)}`],
    ['a key that begins like one of SSH', `conn: "AAAAB3${madeUp(40, LETTERS, 7)}"`],
  ])('%s is found', (_title, text) => {
    expect(find(text).length).toBeGreaterThan(0)
  })
})
