// The one batch operation that the vendor has no route for: the output of a batch in one call.
import { asObject, asText } from '../../schemas/values/json.ts'
import type { ResourceAdapter } from '../values/resource-operation.ts'
import { outputUnavailable } from './batch.ts'
import { fetchBytes } from './single-request.ts'

/** `GET /batches/{id}/output`: the output file, or else the error file. */
export const vendorBatches: ResourceAdapter = {
  output: function* ({ id }) {
    const batch = asObject(
      (yield { method: 'GET', path: { route: 'batches', pathSuffix: `/${encodeURIComponent(id)}` } })
        .json as never,
    )
    const file = asText(batch['output_file_id']) ?? asText(batch['error_file_id'])
    if (file === undefined) return outputUnavailable(asText(batch['status']) ?? 'unknown')
    const path = { route: 'files', pathSuffix: `/${encodeURIComponent(file)}/content` } as const
    return yield* fetchBytes({ method: 'GET', path }, 'application/jsonl')
  },
}
