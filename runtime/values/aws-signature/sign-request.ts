// AWS Signature Version 4 over a request as sent. The key is derived each time: four HMACs are cheap, and nothing
// needs to be cached.
import type { AuthenticationContext, UnsignedRequest } from '../authentication.ts'
import { canonicalHeaders, canonicalPath, canonicalQuery } from './canonical-request.ts'

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
