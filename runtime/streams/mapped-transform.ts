// Stream transform for providers with a native dialect: the adapter's mapper converts each event to the vendor's
// format.
import { isObject, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import type { StreamFraming, StreamMapper, StreamStep, VendorError } from '../values/adapter.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { ReplyFactsReader } from '../values/reply-facts.ts'
import { PartialUsage } from '../values/reported-usage.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { streamTruncatedError, unreadableEventError } from '../wire/error.ts'
import { mergeUsage, usageForClient, usageForRecord, withServiceTier } from '../wire/usage.ts'
import { parseAwsEvents } from './aws-event-stream.ts'
import { EVENT_TOO_LONG } from './event-faults.ts'
import { hasContent } from './has-content.ts'
import { parseLenientEvents } from './lenient-sse.ts'
import { parseLines } from './lines.ts'
import {
  DONE_EVENT,
  type EventParser,
  formatComment,
  formatEvent,
  formatJsonEvent,
  parseEvents,
} from './server-sent-events.ts'
import type { CreateStreamTransform, StreamTransform } from './stream-transform.ts'

type CreateParser = (
  onEvent: (event: ServerSentEvent) => void,
  onFault: (sentence: string) => void,
  onComment: (text: string) => void,
) => EventParser

const orTooLong = (onFault: (sentence: string) => void) => ({
  onTooLong: () => onFault(EVENT_TOO_LONG.message),
})

const parsers: { readonly [F in StreamFraming]: CreateParser } = {
  events: (onEvent, onFault, onComment) => parseEvents(onEvent, { ...orTooLong(onFault), onComment }),
  frames: parseAwsEvents,
  lines: (onEvent, onFault) => parseLines(onEvent, orTooLong(onFault)),
  mixed: (onEvent, onFault) => parseLenientEvents(onEvent, orTooLong(onFault)),
}

const encoder = new TextEncoder()

/** Reported by a mapper or a parser for a stream that cannot be read on; no provider has sent it. */
function ownFailure({ message, type, code }: VendorError): Failure | undefined {
  if (type !== streamTruncatedError.type || code !== 'invalid_upstream_reply') return undefined
  if (message === EVENT_TOO_LONG.message) return EVENT_TOO_LONG
  return failure(code, message, { cause: message === streamTruncatedError.message ? 'cut' : 'decode' })
}

/** The events that the mapper has read so far. */
const partialUsage = (reported: NonNullable<StreamMapper['reported']>): PartialUsage =>
  new PartialUsage(() => {
    const usage = reported()
    return usage && usageForRecord(usage)
  })

/** Name of the keep-alive event of some dialects. */
const PING = 'ping'

const isEmpty = ({ data }: ServerSentEvent): boolean => data.trim() === ''

/** Events that are not JSON and contain no part of an answer. */
const isMarker = ({ event, data }: ServerSentEvent): boolean => event === PING || data.trim() === '[DONE]'

/**
 * `framing` is the framing of the provider; the output is always server-sent events. The mapper reports usage in
 * any case, for the log; `usageRequested` is whether the client receives it. Keep-alives pass as comments.
 * `replyReader` is present if the reply is exported to OpenTelemetry.
 */
export function mappedTransform(
  mapper: StreamMapper,
  framing: StreamFraming = 'events',
  usageRequested = true,
  replyReader?: ReplyFactsReader,
): CreateStreamTransform {
  return (listener): StreamTransform => {
    let over = false
    /** Whether an event was read. */
    let hasBegun = false
    /** From here on the parser finds events that were not terminated. */
    let isEnding = false
    let complete = false
    let committed = false
    let total: JsonObject | undefined
    // The output of one chunk is encoded and emitted together: encoding each event costs more than formatting it.
    let text = ''
    const flush = (): void => {
      if (text === '') return
      const bytes = encoder.encode(text)
      text = ''
      listener.emit(bytes)
    }
    const commit = (): void => {
      committed = true
      flush()
      listener.content()
    }
    const take = (step: StreamStep): void => {
      if (over) return
      if (typeof step === 'object' && 'json' in step) {
        text += formatJsonEvent(step.json)
        if (!committed) commit()
      } else if (step === 'done') {
        over = true
        complete = true
        if (!committed) {
          flush()
          listener.content()
        }
        text += DONE_EVENT
      } else if ('error' in step) {
        over = true
        flush()
        listener.error(ownFailure(step.error) ?? step.error, false)
      } else {
        const { chunk } = step
        replyReader?.json(chunk)
        const { model } = chunk
        if (typeof model === 'string' && model !== '') listener.model(model)
        const usage = chunk['usage'] ?? null
        if (isObject(usage)) {
          total = mergeUsage(total, withServiceTier(usageForRecord(usage), chunk['service_tier']))
          if (total['total_tokens'] !== 0) listener.usage(total)
        }
        if (usage !== null && !usageRequested) return
        text += formatEvent(isObject(usage) ? { ...chunk, usage: usageForClient(usage) } : chunk)
        if (!committed && hasContent(chunk)) commit()
      }
    }
    const parser = parsers[framing](
      event => {
        if (over) return
        if (event.event === PING) text += formatComment(PING)
        const steps = mapper.event(event)
        // Events that a mapper does not know are ignored, but not those that it cannot read: the answer would silently
        // lack them.
        if ((steps.length === 0 || (!hasBegun && steps[0] === 'done')) && !isObject(parseJson(event.data))) {
          if (!isEmpty(event) && !(isEnding && hasBegun) && !(hasBegun && isMarker(event)))
            take({ error: unreadableEventError })
          return
        }
        if (!hasBegun && mapper.reported !== undefined) listener.usage(partialUsage(mapper.reported))
        hasBegun = true
        for (const step of steps) take(step)
      },
      message => take({ error: { message, type: 'upstream_error', code: 'invalid_upstream_reply' } }),
      comment => {
        if (!over) text += formatComment(comment)
      },
    )
    return {
      feed: bytes => {
        parser.feed(bytes)
        flush()
      },
      end: () => {
        isEnding = true
        parser.end()
        if (!over) for (const step of mapper.end()) take(step)
        flush()
      },
      complete: () => complete,
    }
  }
}
