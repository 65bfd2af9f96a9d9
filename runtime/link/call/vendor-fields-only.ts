// Strict compliance that is written out: replies and streams, also those of providers that speak the vendor's schema,
// have only the fields of that schema. Their bytes are parsed and written again, which they are not by default.
import {
  asObject,
  asText,
  isList,
  isObject,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import type { Endpoint, EndpointAdapter, StreamMapper, StreamStep } from '../../values/adapter.ts'
import { failure, isFailure } from '../../values/failures.ts'
import { streamTruncatedError } from '../../wire/error.ts'
import { withRecordedUsage } from '../../wire/usage.ts'
import { fieldsOfReply, limitFields } from '../../wire/vendor-fields.ts'
import type { LimitedTarget } from '../link-context.ts'
import { errorInEvent } from './provider-error.ts'

const NOT_AN_OBJECT = failure('invalid_upstream_reply', 'The provider did not return a JSON object.', {
  cause: 'decode',
})

/**
 * How replies of an endpoint are read when they may have the vendor's fields only; without a list of them, as `translated` does, which
 * is undefined where they are the vendor's already.
 */
export function withVendorFieldsOnly(
  endpoint: Endpoint,
  translated: EndpointAdapter | undefined,
  target: LimitedTarget,
): EndpointAdapter | undefined {
  const fields = fieldsOfReply(endpoint, 'reply')
  const chunkFields = fieldsOfReply(endpoint, 'chunk')
  if (fields === undefined || chunkFields === undefined) return translated
  const limitStep = (step: StreamStep): readonly StreamStep[] => {
    if (typeof step !== 'object' || !('chunk' in step)) return [step]
    const limited = limitFields(step.chunk, chunkFields)
    return isNothing(limited) ? [] : [{ chunk: withRecordedUsage(limited, step.chunk) }]
  }
  return {
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
}

const mapSteps = (
  mapper: StreamMapper,
  change: (step: StreamStep) => readonly StreamStep[],
): StreamMapper => ({
  event: event => mapper.event(event).flatMap(change),
  end: () => mapper.end().flatMap(change),
})

/** True for a chunk that had foreign fields only. */
const isNothing = ({ choices, usage = null }: JsonObject): boolean =>
  usage === null &&
  isList(choices) &&
  choices.length > 0 &&
  choices.every(choice => {
    const { delta, finish_reason: finish = null } = asObject(choice)
    return isObject(delta) && Object.keys(delta).length === 0 && finish === null
  })

/** Reads the chunks of a stream in the vendor's schema. */
function readChunks(target: LimitedTarget): StreamMapper {
  let isFinished = false
  const end = (): readonly StreamStep[] => [isFinished ? 'done' : { error: streamTruncatedError }]
  return {
    event: ({ event, data }) => {
      if (data === '[DONE]') return end()
      const chunk = asObject(parseJson(data))
      const error = errorInEvent(target, chunk)
      if (error !== undefined) return [{ error }]
      if (event === 'error') return [{ error: { message: 'The provider reported an error.' } }]
      const { choices } = chunk
      if (!Array.isArray(choices)) return []
      isFinished ||= choices.some(choice => Boolean(asText(asObject(choice)['finish_reason'])))
      return [{ chunk }]
    },
    end,
  }
}
