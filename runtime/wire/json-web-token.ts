// JSON web tokens in compact form, signed with an injected function.
import { toBase64Url } from '../../schemas/values/base64.ts'

const encoder = new TextEncoder()

/** Header and payload, signed; undefined when there is no signature. */
export function signedToken(
  header: string,
  payload: string,
  sign: (text: string) => Uint8Array | undefined,
): string | undefined {
  const signed = [header, payload].map(part => toBase64Url(encoder.encode(part))).join('.')
  const signature = sign(signed)
  return signature && `${signed}.${toBase64Url(signature)}`
}
