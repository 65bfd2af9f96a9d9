// A self-signed certificate for localhost and 127.0.0.1 (RFC 5280), made on the spot: no key is kept in the repository.
import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`

/** `end`: when it expires; `host`: the name that it is for, besides 127.0.0.1 where that is localhost. */
export function selfSigned(
  name: string,
  { end = '20991231235959Z', host = 'localhost' } = {},
): { readonly certificate: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const subject = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
  const time = (text: string): Buffer => der(0x18, Buffer.from(text))
  const address = host === 'localhost' ? [der(0x87, Buffer.from([127, 0, 0, 1]))] : []
  const names = sequence(der(0x82, Buffer.from(host)), ...address)
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    subject,
    sequence(time('20200101000000Z'), time(end)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, names)))),
  )
  const signature = sign('sha256', body, privateKey)
  return {
    certificate: pem('CERTIFICATE', sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
