// Transform for streams of typed events that end with an event instead of `[DONE]`: responses, messages, images and
// audio. Bytes pass unchanged; each event is inspected, and its JSON is parsed only where its type requires it.
import type { VendorError } from '../providers/adapter.ts'
import { holdLines } from './hold-lines.ts'
import { encodeTyped, parseEvents, type ServerSentEvent } from './server-sent-events.ts'
import type { CreateStage, Stage } from './stage.ts'
import { CUT, lastUsage } from './untouched-stage.ts'

/** How a stream format's events are interpreted. Types are from the events' JSON, or their names. */
export interface EventWords {
  /** Types that precede content and do not commit the reply. */
  readonly opening: ReadonlySet<string>
  /** Types that complete the stream. */
  readonly ending: ReadonlySet<string>
  /** Types that contain usage; later usage replaces earlier usage. */
  readonly counting: ReadonlySet<string>
  /** Types that report an error. */
  readonly failing: ReadonlySet<string>
  /** Formats an error as an event of the stream: its type and its JSON. */
  readonly errorEvent: (error: VendorError) => { readonly type: string }
}

const vendorErrorEvent = ({ message, param, code }: VendorError): { readonly type: string } => ({
  type: 'error',
  ...{ code: code === undefined || code === null ? null : String(code), message, param: param ?? null },
})

const RESPONSE_ENDS = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
])
const MEDIA_ENDS = new Set([
  'speech.audio.done',
  'transcript.text.done',
  'image_generation.completed',
  'image_edit.completed',
])

const RESPONSES: EventWords = {
  opening: new Set(['response.created', 'response.in_progress', 'response.queued', 'keepalive']),
  ending: RESPONSE_ENDS,
  counting: RESPONSE_ENDS,
  failing: new Set(['error', 'response.failed']),
  errorEvent: vendorErrorEvent,
}

const MESSAGES: EventWords = {
  opening: new Set(['message_start', 'ping']),
  ending: new Set(['message_stop']),
  counting: new Set(['message_delta']),
  failing: new Set(['error']),
  errorEvent: ({ message, type }) => ({
    type: 'error',
    ...{ error: { type: type ?? 'api_error', message } },
  }),
}

const MEDIA: EventWords = {
  opening: new Set(),
  ending: MEDIA_ENDS,
  counting: MEDIA_ENDS,
  failing: new Set(['error']),
  errorEvent: vendorErrorEvent,
}

export const eventWords = { responses: RESPONSES, messages: MESSAGES, media: MEDIA } as const

/** `readError` parses the error in an event's JSON; `mask` masks credentials in error events. */
export function namedStage(
  words: EventWords,
  readError: (event: unknown) => VendorError,
  mask: (bytes: Uint8Array) => Uint8Array = bytes => bytes,
): CreateStage {
  return (listener): Stage => {
    let committed = false
    let complete = false
    let failed: VendorError | undefined
    const lines = holdLines(bytes => listener.emit(failed === undefined ? bytes : mask(bytes)))
    const look = ({ event, data }: ServerSentEvent): void => {
      if (failed !== undefined) return
      const type = event ?? typeOf(data)
      if (words.failing.has(type)) {
        failed = readError(parse(data))
        if (!committed) return listener.error(failed, false)
      }
      // Compatible servers of the vendor's API may still end with the older message.
      if (words.ending.has(type) || data === '[DONE]') complete = true
      const usage = words.counting.has(type) ? lastUsage(data) : undefined
      if (usage !== undefined) listener.usage(usage)
      if (committed || words.opening.has(type)) return
      committed = true
      listener.content()
    }
    const parser = parseEvents(look)
    return {
      feed: bytes => {
        parser.feed(bytes)
        if (failed === undefined || committed) lines.feed(bytes)
      },
      end: () => {
        parser.end()
        if (failed !== undefined && !committed) return
        if (complete || failed !== undefined) lines.flush()
        if (failed !== undefined) {
          // In some streams the error is the last event. Report it once: the relay would ask for it again otherwise.
          complete = false
          listener.error(failed, true)
        } else if (!complete) listener.error(CUT, false)
      },
      complete: () => complete,
      errorEvent: error => encodeTyped(words.errorEvent(error)),
    }
  }
}

/** The type near the start of an event's JSON, for providers that do not name their events. */
const typeOf = (data: string): string => /"type"\s*:\s*"([\w.]+)"/.exec(data)?.[1] ?? ''

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
