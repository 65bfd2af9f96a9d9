// Validates resource requests against the interface, for every provider and before any is called: required fields, and
// the bounds of its section "Limits" (schemas/api). All errors at once.
import type { JsonObject } from '../../compiler/source.ts'
import { batch, fineTuningJob, run } from '../../schemas/generated/requests.js'
import type { Body } from '../body/body.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Collection } from '../providers/adapter.ts'
import { isList } from '../providers/wire/json.ts'
import { judgeRequest } from '../requests/judge-request.ts'
import { readQuery } from '../resolve/query.ts'
import type { ResourceName } from './collection.ts'
import { readLimit } from './read-request.ts'

/** Body validation by route; files are uploaded as forms, which the provider validates. */
const CHECKS: { readonly [C in Collection]?: (body: JsonObject) => Failure | undefined } = {
  batches: checkBatch,
  'fine_tuning/jobs': body => judgeRequest(fineTuningJob, body),
  threads: body => judgeRequest(run, body),
}

/** The first violation of the interface; undefined for a valid call. */
export function checkResource(
  { collection, operation, below }: ResourceName,
  body: Body,
): Failure | undefined {
  if (operation === 'create') {
    const check = CHECKS[collection]
    const said = check === undefined ? {} : body.json()
    return isFailure(said) ? said : check?.(said)
  }
  // The interface does not limit lists of files.
  if (collection === 'files' || !['list', 'events', 'checkpoints'].includes(operation)) return undefined
  const limit = readLimit(readQuery(below, 'limit'))
  return isFailure(limit) ? limit : undefined
}

/** Some providers accept inline requests or a URL in their storage instead of a file. */
function checkBatch(body: JsonObject): Failure | undefined {
  const { requests, input_blob: blob, input_file_id: file } = body
  const given = isList(requests) || blob !== undefined || file !== undefined
  const wrong = judgeRequest(batch, body)
  if (given) return wrong
  const missing = 'input_file_id is missing.'
  return failure('invalid_request', wrong === undefined ? missing : `${missing} ${wrong.message}`, {
    param: 'input_file_id',
  })
}
