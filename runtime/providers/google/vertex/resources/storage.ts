// Cloud Storage as object storage of files and batches: the bucket of the config.

import { asList, asObject, asText } from '../../../../../schemas/values/json.ts'
import type { OpenObjectStore, StoredObject } from '../../../../resources/object-storage/object-store.ts'
import { unixSeconds } from '../../../../resources/unix-seconds.ts'
import { failure } from '../../../../values/failures.ts'

export const STORAGE = 'https://storage.googleapis.com'

export const openStore: OpenObjectStore = settings => {
  const bucket = asText(settings['cloud3_gcs_bucket']) ?? ''
  if (!/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(bucket) || bucket.includes('..'))
    return failure('invalid_config', 'cloud3_gcs_bucket must be the name of a bucket.', {
      param: 'cloud3_gcs_bucket',
    })
  const objects = `/storage/v1/b/${bucket}/o`
  const objectPath = (key: string): string => `${objects}/${encodeURIComponent(key.toWellFormed())}`
  return {
    scheme: 'gs',
    bucket,
    read: key => ({ method: 'GET', origin: STORAGE, path: `${objectPath(key)}?alt=media` }),
    write: (key, body) => ({
      method: 'POST',
      origin: STORAGE,
      path: `/upload${objects}?uploadType=media&name=${encodeURIComponent(key.toWellFormed())}`,
      headers: ['content-type', 'application/octet-stream'],
      body,
    }),
    remove: key => ({ method: 'DELETE', origin: STORAGE, path: objectPath(key) }),
    describe: key => ({ method: 'GET', origin: STORAGE, path: objectPath(key) }),
    parseDescription: ({ json }, key) => ({ ...readObject(json), key }),
    // Cloud Storage lists start at the key itself, others start after it.
    list: (prefix, after, size) => {
      const from = after === undefined ? '' : `&startOffset=${encodeURIComponent(after.toWellFormed())}`
      const pageSize = after === undefined ? size : size + 1
      const query = `prefix=${encodeURIComponent(prefix.toWellFormed())}&maxResults=${pageSize}${from}`
      return { method: 'GET', origin: STORAGE, path: `${objects}?${query}` }
    },
    parseList: ({ json }) => {
      const { items, nextPageToken } = asObject(json)
      return {
        objects: asList(items)
          .map(readObject)
          .filter(({ key }) => key !== ''),
        hasMore: asText(nextPageToken) !== undefined,
      }
    },
  }
}

function readObject(value: unknown): StoredObject {
  const { name, size, timeCreated } = asObject(value)
  const bytes = Number(size)
  return {
    key: asText(name) ?? '',
    bytes: size !== undefined && Number.isSafeInteger(bytes) ? bytes : undefined,
    created: unixSeconds(timeCreated),
  }
}
