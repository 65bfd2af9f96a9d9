// Files of the Gemini API in the OpenAI schema. It returns only the content of files that it created itself, so the
// requests of a batch are translated at upload, and the name of the file contains their model.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { CollectionAdapter } from '../../../collections/collection.ts'
import { deletedFile, fileObject, newFile } from '../../../collections/file.ts'
import { mediaTypeOf } from '../../../collections/multipart.ts'
import { askOne } from '../../../collections/single-request.ts'
import { unixSeconds } from '../../../collections/unix-seconds.ts'
import { parseLines, writeLines } from '../../../collections/vendor-lines.ts'
import { isFailure } from '../../../failures.ts'
import { headerValue } from '../../../headers.ts'
import { textFromBase64Url, toBase64Url } from '../../wire/base64.ts'
import { asText } from '../../wire/json.ts'
import { isResult, readResult, writeRecords } from './records.ts'
import { tokenPages } from './token-pages.ts'
import { ORIGIN, upload } from './upload.ts'

/** Prefix of the model and the name of a batch input file. */
const BATCH = 'gateway-batch/'

export const filePath = (id: string): string => `/files/${encodeURIComponent(id.replace(/^files\//, ''))}`

/** The model of the requests in a file; undefined for files without requests. */
export function batchModel(file: JsonObject): string | undefined {
  const name = asText(file['displayName']) ?? ''
  const model = name.startsWith(BATCH) ? name.slice(BATCH.length).split('/', 1)[0] : undefined
  return model && textFromBase64Url(model)
}

export const files: CollectionAdapter = {
  create: function* (request, context) {
    const file = newFile(request)
    if (isFailure(file)) return file
    if (file.purpose !== 'batch') {
      const made = yield* upload(file, mediaTypeOf(file.name))
      return isFailure(made) ? made : { json: { ...objectOf(made), purpose: file.purpose } }
    }
    const records = writeRecords(parseLines(file.bytes), 'file', context)
    if (isFailure(records)) return records
    const { lines, requests, model, dropped } = records
    const bytes = writeLines(
      lines.map(({ customId }, index) => ({ key: customId, request: requests[index] ?? {} })),
    )
    const name = `${BATCH}${toBase64Url(new TextEncoder().encode(model))}/${file.name.slice(-200)}`
    const made = yield* upload({ name, bytes }, 'application/jsonl')
    return isFailure(made) ? made : { json: objectOf(made), dropped }
  },
  list: request => tokenPages(request, '/files', 'files', objectOf),
  get: ({ id }) => askOne({ method: 'GET', path: filePath(id) }, objectOf),
  delete: function* ({ id }) {
    yield { method: 'DELETE', path: filePath(id) }
    return { json: deletedFile(id) }
  },
  content: function* ({ id }, context) {
    const path = `/download/v1beta${filePath(id)}:download?alt=media`
    const { bytes, headers } = yield { method: 'GET', origin: ORIGIN, path }
    const lines = parseLines(bytes)
    if (lines.length > 0 && lines.every(isResult)) {
      const read = lines.map((line, index) => readResult(line, index, context))
      return { bytes: writeLines(read), contentType: 'application/jsonl' }
    }
    return { bytes, contentType: headerValue(headers, 'content-type') ?? 'application/octet-stream' }
  },
}

function objectOf(file: JsonObject): JsonObject {
  const name = asText(file['displayName']) ?? ''
  const isBatch = batchModel(file) !== undefined
  const bytes = Number(file['sizeBytes'])
  return fileObject({
    id: (asText(file['name']) ?? '').replace(/^files\//, ''),
    bytes: Number.isSafeInteger(bytes) ? bytes : undefined,
    created: unixSeconds(file['createTime']),
    name: isBatch ? name.slice(name.indexOf('/', BATCH.length) + 1) : name,
    purpose: isBatch ? 'batch' : 'user_data',
  })
}
