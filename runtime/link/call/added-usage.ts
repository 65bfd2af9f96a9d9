// Asks a provider of the vendor's schema for the usage of a stream where a limit needs it and the client did not ask, and takes
// it out of the stream again (semantics, section 15).
import { asList, asObject, asText, isObject, parseJson } from '../../../schemas/values/json.ts'
import type { StreamMapper } from '../../values/adapter.ts'
import { createBody } from '../../values/body/body.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'
import { streamTruncatedError } from '../../wire/error.ts'
import type { Target } from '../target/target.ts'
import { errorInEvent } from './provider-error.ts'

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

/** Chunks of the vendor's schema; usage is apart, so that the chunk with it can be left out. */
export function apartFromUsage(target: Target): StreamMapper {
  let isFinished = target.spec.endsStreams === 'close'
  return {
    event: ({ event, data }) => {
      if (data === '[DONE]') return ['done']
      const chunk = asObject(parseJson(data))
      const error = errorInEvent(target, chunk)
      if (error !== undefined) return [{ error }]
      if (event === 'error') return [{ error: { message: 'The provider reported an error.' } }]
      const choices = asList(chunk['choices'])
      isFinished ||= choices.some(choice => Boolean(asText(asObject(choice)['finish_reason'])))
      const { usage, ...rest } = chunk
      const reported = isObject(usage) ? [{ chunk: { ...rest, choices: [], usage } }] : []
      return choices.length === 0 && reported.length > 0 ? reported : [{ chunk: rest }, ...reported]
    },
    end: () => (isFinished ? ['done'] : [{ error: streamTruncatedError }]),
  }
}
