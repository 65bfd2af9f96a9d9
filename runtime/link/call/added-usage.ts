// Asks a provider of the vendor's schema for the usage of a stream where a limit or the log store needs it and the client did not
// ask (semantics, section 15). `streams/added-usage-filter.ts` removes it from the stream again.
import { asObject } from '../../../schemas/values/json.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'
import type { Target } from '../target/target.ts'

const OPTIONS = 'stream_options'

/** The call with a request for usage; the same where that is not needed, or its provider does not have the parameter. */
export function withUsageAdded(call: Call, { spec, adapter }: Target): Call {
  const { body, endpoint, stream } = call
  if (!stream || adapter !== undefined || (endpoint !== 'chat/completions' && endpoint !== 'completions'))
    return call
  if (spec.omits?.includes(OPTIONS) === true) return call
  const fields = body.fields()
  const options = asObject(body.field(OPTIONS))
  if (isFailure(fields) || options['include_usage'] === true) return call
  const bytes = spliceFields(body.bytes, fields, [
    { name: OPTIONS, value: encodeJson({ ...options, include_usage: true }) },
  ])
  return { ...call, body: createBody(bytes), usageAdded: true }
}
