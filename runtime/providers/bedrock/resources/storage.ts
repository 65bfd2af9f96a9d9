// S3 as object storage of files and batches: the bucket of the config, in the region of the calls.

import { asText } from '../../../../schemas/values/json.ts'
import type { ObjectPage, OpenObjectStore } from '../../../resources/object-storage/object-store.ts'
import { unixSeconds } from '../../../resources/unix-seconds.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import { headerValue } from '../../../values/headers.ts'
import { regionOf, storageOrigin } from '../base-url.ts'

const decoder = new TextDecoder('utf-8')

export const openStore: OpenObjectStore = settings => {
  const region = regionOf(settings)
  if (typeof region !== 'string') return region
  const bucket = asText(settings['cloud1_s3_bucket']) ?? ''
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || bucket.includes('..'))
    return failure('invalid_config', 'cloud1_s3_bucket must be the name of a bucket.', {
      param: 'cloud1_s3_bucket',
    })
  const origin = storageOrigin(region)
  const objectLocation = (key: string): { readonly origin: string; readonly path: string } => ({
    origin,
    path: `/${bucket}/${key.split('/').map(encode).join('/')}`,
  })
  return {
    scheme: 's3',
    bucket,
    read: key => ({ method: 'GET', ...objectLocation(key) }),
    write: (key, body) => ({ method: 'PUT', ...objectLocation(key), body }),
    remove: key => ({ method: 'DELETE', ...objectLocation(key) }),
    describe: key => ({ method: 'HEAD', ...objectLocation(key) }),
    parseDescription: ({ headers }, key) => ({
      key,
      bytes: count(headerValue(headers, 'content-length')),
      created: unixSeconds(headerValue(headers, 'last-modified')),
    }),
    list: (prefix, after, size) => {
      const from = after === undefined ? '' : `&start-after=${encode(after)}`
      const query = `encoding-type=url&list-type=2&max-keys=${size}&prefix=${encode(prefix)}${from}`
      return { method: 'GET', origin, path: `/${bucket}?${query}` }
    },
    parseList: ({ bytes }) => readList(decoder.decode(bytes)),
  }
}

/** Encoded once, as it is signed: letters, digits and `-._~` stay. */
const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A list is flat XML, with URL-encoded keys. */
function readList(text: string): ObjectPage | Failure {
  if (!/<\/ListBucketResult>\s*$/.test(text))
    return failure('invalid_upstream_reply', 'The bucket sent a reply that is not a list.', {
      cause: 'decode',
    })
  const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
    const key = decode(element(entry, 'Key') ?? '')
    const created = unixSeconds(element(entry, 'LastModified'))
    return key === '' ? [] : [{ key, bytes: count(element(entry, 'Size')), created }]
  })
  return { objects, hasMore: element(text, 'IsTruncated') === 'true' }
}

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
