// The one batch operation that the vendor has no route for: the output of a batch in one call.
import { asObject, asText } from '../providers/wire/json.ts'
import { lacksOutput } from './batch.ts'
import type { CollectionAdapter } from './collection.ts'
import { askBytes } from './single-request.ts'

/** `GET /batches/{id}/output`: the output file, or else the error file. */
export const vendorBatches: CollectionAdapter = {
  output: function* ({ id }) {
    const batch = asObject(
      (yield { method: 'GET', path: { collection: 'batches', below: `/${encodeURIComponent(id)}` } })
        .json as never,
    )
    const file = asText(batch['output_file_id']) ?? asText(batch['error_file_id'])
    if (file === undefined) return lacksOutput(asText(batch['status']) ?? 'unknown')
    const path = { collection: 'files', below: `/${encodeURIComponent(file)}/content` } as const
    return yield* askBytes({ method: 'GET', path }, 'application/jsonl')
  },
}
