// The parts of the address of a store in object storage: `s3:BUCKET/PREFIX?region=REGION&endpoint=URL`.
import { StoreError } from '../../../control/core/store-error.ts'
import type { AwsSigner } from '../../../values/aws-signature/sign-request.ts'

export interface ObjectsAddress {
  /** For messages. */
  readonly name: string
  readonly origin: string
  /** Encoded, with a slash at both ends: where the objects of the store are. */
  readonly path: string
  /** The path of the bucket, for lists, and the prefix as it is. */
  readonly bucketPath: string
  readonly prefix: string
  readonly signer: AwsSigner
}

const FORM = 's3:BUCKET/PREFIX?region=REGION&endpoint=URL'

/** Credentials are in the environment, never in the address. */
export function readObjectsAddress(
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): ObjectsAddress {
  const [, bucket = '', prefix = '', query = ''] =
    /^s3:([a-z0-9][a-z0-9.-]+)(?:\/([^?]*))?(?:\?(.*))?$/.exec(address) ?? []
  const refuse = (reason: string): StoreError =>
    new StoreError('invalid-address', `The address of the store must have the form ${FORM}: ${reason}.`)
  if (bucket === '') throw refuse('the name of the bucket is missing or not one')
  const segments = prefix.split('/').filter(segment => segment !== '')
  if (segments.some(segment => segment === '.' || segment === '..' || !segment.isWellFormed()))
    throw refuse('the prefix must have no dot segments')
  const parameters = new URLSearchParams(query)
  const unknown = [...parameters.keys()].find(key => key !== 'region' && key !== 'endpoint')
  if (unknown !== undefined) throw refuse(`it has no parameter ${unknown}`)
  const region = parameters.get('region') ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION']
  if (region === undefined || !/^[a-z0-9-]+$/.test(region))
    throw refuse('the region is missing, which may also be in AWS_REGION')
  const endpoint = parameters.get('endpoint')
  const url = endpoint !== null && URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isPlain = url === undefined || (url.pathname === '/' && url.search === '' && url.username === '')
  if (endpoint !== null && (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain))
    throw refuse('the endpoint must be the URL of a host, such as https://storage.example.com')
  const accessKey = environment['AWS_ACCESS_KEY_ID']
  const secretKey = environment['AWS_SECRET_ACCESS_KEY']
  const sessionToken = environment['AWS_SESSION_TOKEN']
  if (!accessKey || !secretKey)
    throw new StoreError(
      'unavailable',
      'Object storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.',
    )
  // A certificate for all buckets does not cover names with dots.
  const isHost = url === undefined && !bucket.includes('.')
  const bucketPath = isHost ? '/' : `/${bucket}/`
  const below = segments.map(segment => `${segment}/`).join('')
  return {
    name: `s3:${[bucket, ...segments].join('/')}`,
    origin: url?.origin ?? `https://${isHost ? `${bucket}.` : ''}s3.${region}.amazonaws.com`,
    path: `${bucketPath}${segments.map(segment => `${encodePart(segment)}/`).join('')}`,
    bucketPath,
    prefix: below,
    signer: {
      accessKey,
      secretKey,
      region,
      service: 's3',
      ...(sessionToken ? { sessionToken } : {}),
    },
  }
}

/** As in signatures: everything but letters, digits and `-._~`. */
export const encodePart = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
