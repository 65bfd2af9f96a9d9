// Cloud Storage as object storage of files and batches: the bucket of the config.
import type { OpenStore, StoredObject } from '../../../../collections/stored/object-store.ts'
import { unixSeconds } from '../../../../collections/unix-seconds.ts'
import { failure } from '../../../../failures.ts'
import { asList, asObject, asText } from '../../../wire/json.ts'

export const STORAGE = 'https://storage.googleapis.com'

export const openStore: OpenStore = settings => {
  const bucket = asText(settings['cloud3_gcs_bucket']) ?? ''
  if (!/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/.test(bucket) || bucket.includes('..'))
    return failure('invalid_config', 'cloud3_gcs_bucket must be the name of a bucket.', {
      param: 'cloud3_gcs_bucket',
    })
  const objects = `/storage/v1/b/${bucket}/o`
  const at = (key: string): string => `${objects}/${encodeURIComponent(key.toWellFormed())}`
  return {
    scheme: 'gs',
    bucket,
    read: key => ({ method: 'GET', origin: STORAGE, path: `${at(key)}?alt=media` }),
    write: (key, body) => ({
      method: 'POST',
      origin: STORAGE,
      path: `/upload${objects}?uploadType=media&name=${encodeURIComponent(key.toWellFormed())}`,
      headers: ['content-type', 'application/octet-stream'],
      body,
    }),
    remove: key => ({ method: 'DELETE', origin: STORAGE, path: at(key) }),
    describe: key => ({ method: 'GET', origin: STORAGE, path: at(key) }),
    described: ({ json }, key) => ({ ...readObject(json), key }),
    // Cloud Storage lists start at the key itself, others start after it.
    list: (prefix, after, size) => {
      const from = after === undefined ? '' : `&startOffset=${encodeURIComponent(after.toWellFormed())}`
      const wanted = after === undefined ? size : size + 1
      const query = `prefix=${encodeURIComponent(prefix.toWellFormed())}&maxResults=${wanted}${from}`
      return { method: 'GET', origin: STORAGE, path: `${objects}?${query}` }
    },
    listed: ({ json }) =>
      asList(asObject(json)['items'])
        .map(readObject)
        .filter(({ key }) => key !== ''),
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
