// A call on a collection as its adapter reads it: the cursor and length of a list within the interface's bounds, the
// JSON of a body, the file of a form.
import type { Json, JsonObject } from '../../compiler/source.ts'
import type { Body } from '../body/body.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import { readQuery } from '../resolve/query.ts'
import type { CollectionRequest, ResourceName, Upload } from './collection.ts'

const USUAL_LIMIT = 20
const LARGEST_LIMIT = 100

export function readRequest({ id = '', below }: ResourceName, body: Body): CollectionRequest | Failure {
  // What is translated or signed is held whole.
  if (body.rest !== undefined)
    return failure(
      'body_too_large',
      'A file for this provider is sent as a whole, and this one is too large.',
    )
  const limit = readLimit(readQuery(below, 'limit'))
  if (typeof limit !== 'number') return limit
  const fields = body.form !== undefined ? formFields(body) : body.bytes.length === 0 ? {} : body.json()
  if (isFailure(fields)) return fields
  return { id, after: readQuery(below, 'after') || undefined, limit, body: fields, upload: uploadOf(body) }
}

/** How long a list is asked to be (interface, "Limits"). */
export function readLimit(text: string | undefined): number | Failure {
  if (text === undefined) return USUAL_LIMIT
  const limit = Number(text)
  return /^\d+$/.test(text) && limit >= 1 && limit <= LARGEST_LIMIT
    ? limit
    : failure('invalid_request', `limit must be a whole number from 1 to ${LARGEST_LIMIT}.`, {
        param: 'limit',
      })
}

const formFields = (body: Body): JsonObject =>
  Object.fromEntries(
    (body.form?.parts ?? [])
      .filter(part => !part.file)
      .map(({ name }): readonly [string, Json] => [name, body.field(name) ?? '']),
  )

/** The first file of the form. Its name is for people: what could lead elsewhere is taken out. */
function uploadOf({ form, bytes }: Body): Upload | undefined {
  const part = form?.parts.find(({ file }) => file)
  if (part === undefined) return undefined
  const name = (part.fileName ?? '').replace(/^.*[/\\]/, '')
  return { name: name === '' ? 'upload' : name, bytes: bytes.subarray(part.valueStart, part.valueEnd) }
}
