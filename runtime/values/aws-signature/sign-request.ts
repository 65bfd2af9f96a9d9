// AWS Signature Version 4 over a request as sent, and the parts of a request in the canonical form that both sides
// sign. The key is derived each time: four HMACs are cheap, and nothing needs to be cached.
import type { AuthenticationContext, UnsignedRequest } from '../authentication.ts'
import type { Headers } from '../headers.ts'

/** The signer, and the service and region that it signs for. */
export interface AwsSigner {
  readonly accessKey: string
  readonly secretKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string
  readonly region: string
  readonly service: string
}

export interface SigningStyle {
  /** Whether empty and dot segments of the path are resolved; only S3 signs them unresolved. */
  readonly normalize: boolean
  /** Whether the path is signed as sent, encoded once; only for S3. */
  readonly pathAsSent?: boolean
  /** Whether the hash of the body is sent as a header. */
  readonly sendBodyHash: boolean
  /** Whether the session token is sent without being signed. */
  readonly unsignedToken?: boolean
}

export type SigningPorts = Pick<AuthenticationContext, 'now' | 'hash' | 'keyedHash'>

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** The headers to add: date, hash, token and signature. All headers of the request are signed; `host` must be one. */
export function signRequest(
  request: Pick<UnsignedRequest, 'method' | 'path' | 'headers' | 'body'>,
  signature: AwsSigner,
  style: SigningStyle,
  ports: SigningPorts,
): readonly string[] {
  const { accessKey, sessionToken } = signature
  const time = new Date(ports.now).toISOString().replace(/[-:]|\.\d+/g, '')
  const bodyHash = ports.hash(request.body)
  const token = sessionToken === undefined ? [] : ['x-amz-security-token', sessionToken]
  const added = [
    ...['x-amz-date', time],
    ...(style.sendBodyHash ? ['x-amz-content-sha256', bodyHash] : []),
    ...(style.unsignedToken === true ? [] : token),
  ]
  const { block, names } = canonicalHeaders([...request.headers, ...added])
  const [path = '', ...query] = request.path.split('?')
  const canonical = [
    request.method,
    style.pathAsSent === true ? path : canonicalPath(path, style.normalize),
    canonicalQuery(query.join('?')),
    block,
    names,
    bodyHash,
  ].join('\n')
  const scope = [time.slice(0, 8), signature.region, signature.service, 'aws4_request'].join('/')
  const toSign = [ALGORITHM, time, scope, ports.hash(canonical)].join('\n')
  const signed = hexadecimal(ports.keyedHash(signingKey(signature, scope, ports), toSign))
  return [
    ...added,
    ...(style.unsignedToken === true ? token : []),
    'authorization',
    `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signed}`,
  ]
}

/** The key of one day, region and service: a chain of HMACs over the parts of the scope. */
const signingKey = (
  { secretKey }: AwsSigner,
  scope: string,
  { keyedHash }: SigningPorts,
): string | Uint8Array =>
  scope.split('/').reduce<string | Uint8Array>((key, part) => keyedHash(key, part), `AWS4${secretKey}`)

const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** Percent-encodes everything but letters, digits and `-._~`. Ill-formed Unicode is repaired first. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * The path, each segment encoded once more: what is encoded when sent is encoded twice. Normalized, empty segments
 * and dots are resolved.
 */
export function canonicalPath(path: string, normalize: boolean): string {
  const segments = path.split('/').slice(1)
  if (!normalize) return `/${segments.map(encode).join('/')}`
  const resolved: string[] = []
  for (const segment of segments) {
    if (segment === '..') resolved.pop()
    else if (segment !== '' && segment !== '.') resolved.push(encode(segment))
  }
  const ending = resolved.length > 0 && /\/\.{0,2}$/.test(path) ? '/' : ''
  return `/${resolved.join('/')}${ending}`
}

/** The parameters sorted by encoded name, then value. */
export function canonicalQuery(query: string): string {
  const parameters = query.split('&').filter(part => part !== '')
  return parameters
    .map(part => {
      const equals = part.indexOf('=')
      const [name, value] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)]
      return [reencode(name), reencode(value)] as const
    })
    .sort(([name, value], [otherName, otherValue]) => compare(name, otherName) || compare(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** By code unit, independent of locale. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Parameters are decoded and encoded again, regardless of their encoding when sent. */
function reencode(text: string): string {
  try {
    return encode(decodeURIComponent(text))
  } catch {
    return encode(text)
  }
}

/** The headers sorted by name, values joined, white space collapsed; and the list of names. */
export function canonicalHeaders(headers: Headers): { readonly block: string; readonly names: string } {
  const values = new Map<string, string[]>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = (headers[index + 1] ?? '').trim().replace(/\s+/g, ' ')
    values.set(name, [...(values.get(name) ?? []), value])
  }
  const names = [...values.keys()].sort()
  return {
    block: names.map(name => `${name}:${values.get(name)?.join(',')}\n`).join(''),
    names: names.join(';'),
  }
}
