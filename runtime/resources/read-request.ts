// Parses a resource request for its adapter: cursor and limit of a list, the JSON body, the file of a form.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { Body } from '../values/body/body.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { queryValue } from '../values/query-string.ts'
import type { ResourceCall, ResourceRequest, Upload } from '../values/resource-operation.ts'

const DEFAULT_LIMIT = 20
const MAX_LIMIT = 100

export function readResourceRequest(
  { id = '', pathSuffix }: ResourceCall,
  body: Body,
): ResourceRequest | Failure {
  // Bodies that are converted or signed must be buffered completely.
  if (body.remainder !== undefined)
    return failure('body_too_large', 'The file is too large: uploads to this provider cannot be streamed.')
  const limit = readLimit(queryValue(pathSuffix, 'limit'))
  if (typeof limit !== 'number') return limit
  const fields = body.form !== undefined ? formFields(body) : body.bytes.length === 0 ? {} : body.json()
  if (isFailure(fields)) return fields
  return {
    id,
    after: queryValue(pathSuffix, 'after') || undefined,
    limit,
    body: fields,
    upload: uploadOf(body),
  }
}

/** The requested page size (interface, "Limits"). */
function readLimit(text: string | undefined): number | Failure {
  if (text === undefined) return DEFAULT_LIMIT
  const limit = Number(text)
  return /^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT
    ? limit
    : failure('invalid_request', `limit must be an integer from 1 to ${MAX_LIMIT}.`, {
        param: 'limit',
      })
}

const formFields = (body: Body): JsonObject =>
  Object.fromEntries(
    (body.form?.parts ?? [])
      .filter(part => !part.file)
      .map(({ name }): readonly [string, Json] => [name, body.field(name) ?? '']),
  )

/** The first file of the form. Directories are stripped from its name. */
function uploadOf({ form, bytes }: Body): Upload | undefined {
  const part = form?.parts.find(({ file }) => file)
  if (part === undefined) return undefined
  const name = (part.fileName ?? '').replace(/^.*[/\\]/, '')
  return { name: name === '' ? 'upload' : name, bytes: bytes.subarray(part.valueStart, part.valueEnd) }
}
