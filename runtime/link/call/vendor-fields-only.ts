// Strict compliance that is written out: replies and streams, also those of providers that speak the vendor's schema,
// keep the fields of that schema only. Their bytes are parsed and written again, which they are not by default.
import { asObject, asText, isObject, parseJson } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, StreamMapper, StreamStep } from '../../values/adapter.ts'
import { failure, isFailure } from '../../values/failures.ts'
import { streamTruncatedError } from '../../wire/error.ts'
import { withRecordedUsage } from '../../wire/usage.ts'
import { fieldsOfReply, limitFields } from '../../wire/vendor-fields.ts'
import type { NativeEndpoint, Target } from '../target/target.ts'
import { errorInEvent } from './provider-error.ts'

const NOT_AN_OBJECT = failure('invalid_upstream_reply', 'The provider did not return a JSON object.', {
  cause: 'decode',
})

/** How an endpoint is served when replies may have the vendor's fields only; unchanged where there is no list of them. */
export function withVendorFieldsOnly(
  serving: NativeEndpoint,
  context: AdapterContext,
  target: Target,
): { readonly serving: NativeEndpoint; readonly context: AdapterContext } {
  const { endpoint } = serving
  const fields = fieldsOfReply(endpoint, 'reply')
  const chunkFields = fieldsOfReply(endpoint, 'chunk')
  if (fields === undefined || chunkFields === undefined) return { serving, context }
  const translated = serving.adapter?.requestOnly ? undefined : serving.adapter
  const limitStep = (step: StreamStep): StreamStep =>
    typeof step === 'object' && 'chunk' in step
      ? { chunk: withRecordedUsage(limitFields(step.chunk, chunkFields), step.chunk) }
      : step
  const adapter: EndpointAdapter = {
    request: body => ({ body, dropped: [] }),
    ...translated,
    reply: (body, ...more) => {
      const reply = translated === undefined ? body : translated.reply(body, ...more)
      if (isFailure(reply)) return reply
      return isObject(reply) ? withRecordedUsage(limitFields(reply, fields), reply) : NOT_AN_OBJECT
    },
    stream: context =>
      mapSteps(translated?.stream === undefined ? readChunks(target) : translated.stream(context), limitStep),
  }
  // A stream of the vendor's schema has usage because the client asked for it, or without being asked.
  return {
    serving: { ...serving, adapter },
    context: translated === undefined ? { ...context, includeUsage: true } : context,
  }
}

const mapSteps = (mapper: StreamMapper, change: (step: StreamStep) => StreamStep): StreamMapper => ({
  event: event => mapper.event(event).map(change),
  end: () => mapper.end().map(change),
})

/** Reads the chunks of a stream in the vendor's schema. */
function readChunks(target: Target): StreamMapper {
  let isFinished = target.spec.endsStreams === 'close'
  return {
    event: ({ event, data }) => {
      if (data === '[DONE]') return ['done']
      const chunk = asObject(parseJson(data))
      const error = errorInEvent(target, chunk)
      if (error !== undefined) return [{ error }]
      if (event === 'error') return [{ error: { message: 'The provider reported an error.' } }]
      const { choices } = chunk
      if (!Array.isArray(choices)) return []
      isFinished ||= choices.some(choice => Boolean(asText(asObject(choice)['finish_reason'])))
      return [{ chunk }]
    },
    end: () => (isFinished ? ['done'] : [{ error: streamTruncatedError }]),
  }
}
