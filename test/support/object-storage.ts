// A strict double of object storage that speaks S3: it verifies each signature by an implementation of its own, has
// conditional reads and writes, and fails as it is told.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const KEYS = { AWS_ACCESS_KEY_ID: 'AKTEST', AWS_SECRET_ACCESS_KEY: 'a/secret+key' }
export const REGION = 'test-1'
export const BUCKET = 'bundles'

/** What happens to a request in place of its usual reply. */
export type StorageFault =
  /** 503 SlowDown; nothing is done. */
  | 'slow-down'
  /** 409 ConditionalRequestConflict; nothing is done. */
  | 'conflict'
  /** The connection ends; nothing is done. */
  | 'cut-before'
  /** The request is carried out, then the connection ends without a reply. */
  | 'cut-after'
  /** The connection ends in the middle of the body of the reply. */
  | 'short-body'

export interface ObjectStorage {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  /** One for each of the next requests that match: `METHOD /path`. */
  readonly fail: (pattern: RegExp, ...faults: readonly StorageFault[]) => void
  /** `METHOD /path STATUS` of all requests. */
  readonly log: readonly string[]
  readonly stop: () => Promise<void>
}

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`

export async function startObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>()
  const log: string[] = []
  const failing: { readonly pattern: RegExp; readonly faults: StorageFault[] }[] = []
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const line = `${request.method} ${request.url}`
    const fault = failing
      .find(({ pattern, faults }) => faults.length > 0 && pattern.test(line))
      ?.faults.shift()
    const reply = (
      status: number,
      contents: string | Buffer = '',
      headers: Record<string, string> = {},
    ): void => {
      log.push(`${line} ${fault ?? status}`)
      if (fault === 'cut-after') return void request.socket.destroy()
      const bytes = Buffer.from(contents)
      response.writeHead(status, { ...headers, 'content-length': String(bytes.length) })
      if (fault !== 'short-body') return void response.end(bytes)
      response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy())
    }
    const refuse = (status: number, code: string): void =>
      reply(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    if (fault === 'cut-before') {
      log.push(`${line} ${fault}`)
      return void request.socket.destroy()
    }
    if (fault === 'slow-down') return refuse(503, 'SlowDown')
    if (fault === 'conflict') return refuse(409, 'ConditionalRequestConflict')
    const denied = faultOfSignature(request, body)
    if (denied !== undefined) return refuse(403, denied)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const [, bucket, ...names] = pathname.split('/')
    if (bucket !== BUCKET) return refuse(404, 'NoSuchBucket')
    const key = decodeURIComponent(names.join('/'))
    if (key === '') return list(searchParams, reply)
    const present = objects.get(key)
    const ifMatch = request.headers['if-match']
    const ifNoneMatch = request.headers['if-none-match']
    if (request.method === 'GET') {
      if (present === undefined) return refuse(404, 'NoSuchKey')
      const etag = etagOf(present)
      return ifNoneMatch === etag ? reply(304, '', { etag }) : reply(200, present, { etag })
    }
    if (request.method !== 'PUT') return refuse(405, 'MethodNotAllowed')
    if (ifNoneMatch !== undefined && ifNoneMatch !== '*') return refuse(501, 'NotImplemented')
    if (ifNoneMatch === '*' && present !== undefined) return refuse(412, 'PreconditionFailed')
    if (ifMatch !== undefined && present === undefined) return refuse(404, 'NoSuchKey')
    if (ifMatch !== undefined && present !== undefined && ifMatch !== etagOf(present))
      return refuse(412, 'PreconditionFailed')
    objects.set(key, body)
    reply(200, '', { etag: etagOf(body) })
  }
  /** Two keys a page, so that there are several. */
  const list = (parameters: URLSearchParams, reply: (status: number, text: string) => void): void => {
    const prefix = parameters.get('prefix') ?? ''
    const start = parameters.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > start).sort()
    const page = keys.slice(0, 2)
    const contents = page.map(key => `<Contents><Key>${encodeURIComponent(key)}</Key></Contents>`).join('')
    const next = keys.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    reply(200, `<ListBucketResult>${contents}${next}</ListBucketResult>`)
  }
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('error', () => {})
    request.on('end', () => answer(request, response, Buffer.concat(pieces)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    log,
    fail: (pattern, ...faults) => void failing.push({ pattern, faults: [...faults] }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

/** The code of the error, if the request is not signed as it must be. */
function faultOfSignature(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method = '', url = '' } = request
  const [, key, day, region, names = '', signature] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  if (key === undefined || day === undefined) return 'AccessDenied'
  if (key !== KEYS.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!date.startsWith(day) || !(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const signed = names.split(';')
  const needed = [
    'host',
    ...Object.keys(headers).filter(name => name.startsWith('x-amz-') || name.startsWith('if-')),
  ]
  if (needed.some(name => !signed.includes(name)) || names !== [...signed].sort().join(';'))
    return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query.split('&').sort().join('&'),
    ...signed.map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n')
  const hmac = (secret: string | Buffer, text: string): Buffer =>
    createHmac('sha256', secret).update(text).digest()
  const signingKey = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`,
  )
  const scope = `${day}/${REGION}/s3/aws4_request`
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  )
  return signature === expected ? undefined : 'SignatureDoesNotMatch'
}
