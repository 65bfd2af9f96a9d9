// A buffered stream as guards see it: its events aggregated to a reply, and converted back to events afterwards.
import { concatenate } from '../body/concatenate.ts'
import { formOf } from '../cache/forms/forms.ts'
import type { Call, Reply } from '../call.ts'
import { type Failure, failure } from '../failures.ts'
import { contentOf } from '../guardrails/content.ts'
import { foldAny } from '../guardrails/streams/fold-any.ts'
import { textsOf } from '../guardrails/texts/texts-of.ts'
import { vendorError } from '../providers/wire/error.ts'
import { asObject, isObject, parseJson } from '../providers/wire/json.ts'
import { parseEvents } from '../streams/server-sent-events.ts'
import type { HeldReply } from './held-reply.ts'
import { rewrittenHeaders } from './reply-headers.ts'

/** A stream with an error event or without its end is a failure: another target may be called. */
export function holdEvents({ headers }: Reply, bytes: Uint8Array, call: Call): HeldReply | Failure {
  const { endpoint } = call
  const readers = textsOf(endpoint).reply
  const form = endpoint && formOf(endpoint)
  const fold = form?.createFold() ?? foldAny()
  let last = ''
  const parser = parseEvents(event => {
    last = event.data
    fold.take(event)
  })
  parser.feed(bytes)
  parser.end()
  if (form !== undefined && fold.state() !== 'whole') return brokenStream(last)
  const value = fold.folded()?.reply
  const kept = { headers, body: bytes }
  return {
    content:
      form === undefined
        ? contentOf('', value, textsOf(undefined).reply, {
            carrier: true,
            fixed: 'A stream of this kind cannot be rewritten.',
          })
        : contentOf('', value, readers),
    release: left => {
      const pieces =
        left.value === value || !isObject(left.value)
          ? undefined
          : form?.unfold(left.value, asksForUsage(call))
      return pieces === undefined
        ? kept
        : { headers: rewrittenHeaders(headers, 'text/event-stream'), body: concatenate(pieces) }
    },
  }
}

const asksForUsage = ({ body }: Call): boolean =>
  asObject(body.field('stream_options'))['include_usage'] === true

/** The failure of a truncated stream, from its last event. */
export function brokenStream(last: string): Failure {
  const event = asObject(parseJson(last))
  const told = (event['error'] ?? null) !== null || event['type'] === 'error'
  const { message, code } = told
    ? vendorError(event, 502)
    : { message: 'The stream was truncated.', code: null }
  return code === 'timeout'
    ? failure('timeout', message, { cause: 'timeout' })
    : failure('invalid_upstream_reply', message, { cause: 'cut' })
}
