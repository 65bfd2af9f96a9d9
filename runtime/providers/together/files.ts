// Files of Together in the OpenAI schema. The purpose `batch` is `batch-api` here.
import type { JsonObject } from '../../../compiler/source.ts'
import type { CollectionAdapter } from '../../collections/collection.ts'
import { deletedFile, fileObject, newFile } from '../../collections/file.ts'
import { writeForm } from '../../collections/multipart.ts'
import { askAll, askBytes, askOne } from '../../collections/single-request.ts'
import { unixSeconds } from '../../collections/unix-seconds.ts'
import { isFailure } from '../../failures.ts'
import { asCount, asText } from '../wire/json.ts'

const at = (id: string): string => `/files/${encodeURIComponent(id)}`

const PURPOSES: readonly (readonly [vendor: string, own: string])[] = [
  ['batch', 'batch-api'],
  ['batch_output', 'batch-generated'],
]

export const files: CollectionAdapter = {
  create: function* (request, { identifier }) {
    const file = newFile(request)
    if (isFailure(file)) return file
    const purpose = PURPOSES.find(([vendor]) => vendor === file.purpose)?.[1] ?? file.purpose
    const type = ['csv', 'parquet'].find(end => file.name.toLowerCase().endsWith(`.${end}`)) ?? 'jsonl'
    const fields = { purpose, file_name: file.name, file_type: type }
    const form = writeForm(fields, file, `gateway-${identifier}`)
    return yield* askOne({ method: 'POST', path: '/files/upload', ...form }, objectOf)
  },
  list: request => askAll(request, '/files', objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: at(id) }, objectOf),
  delete: function* ({ id }) {
    yield { method: 'DELETE', path: at(id) }
    return { json: deletedFile(id) }
  },
  content: ({ id }) => askBytes({ method: 'GET', path: `${at(id)}/content` }),
}

function objectOf(file: JsonObject): JsonObject {
  const purpose = asText(file['purpose']) ?? ''
  return fileObject({
    id: asText(file['id']) ?? '',
    bytes: asCount(file['bytes']),
    created: unixSeconds(file['created_at']),
    name: asText(file['filename']) ?? '',
    purpose: PURPOSES.find(([, own]) => own === purpose)?.[0] ?? purpose,
  })
}
