// Transform for streams of typed events that end with an event instead of `[DONE]`: responses, messages, images and
// audio. Bytes pass unchanged; each event is inspected, and its JSON is parsed only where its type requires it.
import { asObject, isObject, type Json, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { usageNearEnd } from '../values/body/reply-fields.ts'
import { parseObject } from '../values/body/scan-json-fields.ts'
import { concatenate } from '../values/byte-stream.ts'
import type { ReplyFactsReader } from '../values/reply-facts.ts'
import { PartialUsage } from '../values/reported-usage.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { type ChargedTools, chargedTools, withTools } from '../wire/charged-tools.ts'
import { messagesStreamError } from '../wire/messages-error.ts'
import { mergeUsage, withServiceTier } from '../wire/usage.ts'
import { createErrorEventSearch } from './error-event-search.ts'
import { EVENT_TOO_LONG, FOREIGN_EVENT, STREAM_TRUNCATED, UNREADABLE_EVENT } from './event-faults.ts'
import { eventHasContent } from './has-content.ts'
import { createLineBuffer } from './line-buffer.ts'
import { encodeTyped, endsEvent, parseEvents } from './server-sent-events.ts'
import type { CreateStreamTransform, StreamTransform } from './stream-transform.ts'

const encoder = new TextEncoder()
const EVENT_END = encoder.encode('\n\n')

/** How a stream format's events are interpreted. Types are from the events' JSON, or their names. */
export interface TypedEventNames {
  /** Types that precede content and do not commit the reply; some contain a part of the usage. */
  readonly openingTypes: ReadonlySet<string>
  /** Types that complete the stream. */
  readonly endingTypes: ReadonlySet<string>
  /** Types whose usage completes that of the opening ones. */
  readonly usageTypes: ReadonlySet<string>
  /** Content that must precede an event of these types before the stream can be complete; none by default. */
  readonly finish?: RegExp
  /** Types of another API, whose stream begins with one of them; one without types is of another API too. */
  readonly foreign?: RegExp
  /** Types that report an error. */
  readonly errorTypes: ReadonlySet<string>
  /** Formats an error as an event of the stream: its type and its JSON. `sent` has the last event before it. */
  readonly errorEvent: (error: VendorError, sent: string) => { readonly type: string }
}

const vendorErrorEvent = ({ message, param, code }: VendorError): { readonly type: string } => ({
  type: 'error',
  ...{ code: code === undefined || code === null ? null : String(code), message, param: param ?? null },
})

/** The sequence number after the last one sent; within strings its key would be escaped. */
function nextNumber(sent: string): number {
  const last = [...sent.matchAll(/"sequence_number"\s*:\s*(\d{1,15})/g)].at(-1)?.[1]
  return last === undefined ? 0 : Number(last) + 1
}

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

const RESPONSES: TypedEventNames = {
  openingTypes: new Set(['response.created', 'response.in_progress', 'response.queued', 'keepalive']),
  endingTypes: RESPONSE_ENDS,
  usageTypes: RESPONSE_ENDS,
  foreign: /^(message|content_block)_/,
  errorTypes: new Set(['error', 'response.failed']),
  errorEvent: (error, sent) => ({ ...vendorErrorEvent(error), ...{ sequence_number: nextNumber(sent) } }),
}

const MESSAGES: TypedEventNames = {
  openingTypes: new Set(['message_start', 'ping']),
  endingTypes: new Set(['message_stop']),
  usageTypes: new Set(['message_delta']),
  foreign: /^response\./,
  finish: /"stop_reason"\s*:\s*"[^"]/,
  errorTypes: new Set(['error']),
  errorEvent: error => ({ type: 'error', ...{ error: messagesStreamError(error) } }),
}

const MEDIA: TypedEventNames = {
  openingTypes: new Set(),
  endingTypes: MEDIA_ENDS,
  usageTypes: MEDIA_ENDS,
  errorTypes: new Set(['error']),
  errorEvent: vendorErrorEvent,
}

export const typedEventNames = { responses: RESPONSES, messages: MESSAGES, media: MEDIA } as const

/**
 * `readError` parses the error in the JSON of an event; `mask` removes credentials. `replyReader` is present if
 * the reply is exported to OpenTelemetry.
 */
export function typedEventTransform(
  names: TypedEventNames,
  readError: (event: unknown) => VendorError,
  mask: (bytes: Uint8Array) => Uint8Array = bytes => bytes,
  replyReader?: ReplyFactsReader,
): CreateStreamTransform {
  return (listener): StreamTransform => {
    let committed = false
    /** Whether an event of the dialect was received; without one the stream is not complete. */
    let hasEvents = false
    let complete = false
    let isFinished = names.finish === undefined
    let watches = false
    let failed: VendorError | undefined
    let over = false
    let lastJson = ''
    let total: JsonObject | undefined
    /** Characters of the produced content, counted in the JSON of its events. */
    let characters = 0
    /** Calls of the vendor's tools, which are charged besides tokens. */
    const calls: JsonObject[] = []
    let isPreview = false
    const tools = (): ChargedTools | undefined =>
      chargedTools({ output: calls, tools: isPreview ? PREVIEW : [] })
    const searchError = createErrorEventSearch(({ event, data }) =>
      names.errorTypes.has(event ?? typeOf(data)) ? readError(parse(data)) : undefined,
    )
    let last: Uint8Array = EVENT_END
    const lines = createLineBuffer(block => {
      if (over) return
      last = block.length > 2 ? block : concatenate([last.subarray(-2), block])
      const found = searchError(block)
      listener.emit(mask(found === undefined ? block : block.subarray(0, found.end)))
      if (found === undefined) return
      over = true
      complete = false
      listener.error(found.error, true)
    })
    const sofar = (): JsonObject | undefined => (calls.length === 0 ? total : withTools(total ?? {}, tools()))
    const readTool = (data: string): void => {
      if (calls.length === 0 && total === undefined) listener.usage(new PartialUsage(sofar))
      calls.push(asObject(asObject(parseJson(data))['item']))
    }
    /**
     * If a stream is abandoned before its usage is complete, its output is estimated by its content, if that is more.
     */
    const readUsage = (type: string, data: string): void => {
      const completes = names.usageTypes.has(type)
      const onEvent = names.endingTypes.has(type) ? undefined : replyReader?.json
      const found = completes || names.openingTypes.has(type) ? usageOf(data, onEvent) : undefined
      const usage = found && (completes ? withServiceTier(found, serviceTierIn(data)) : found)
      if (usage !== undefined && total === undefined && !completes)
        listener.usage(new PartialUsage(sofar, () => characters))
      if (usage !== undefined) total = mergeUsage(total, usage)
      if (completes && total !== undefined && calls.length > 0) total = withTools(total, tools())
      if (completes ? usage !== undefined : names.endingTypes.has(type) && total !== undefined)
        listener.usage(total ?? {})
    }
    const inspect = ({ event, data }: ServerSentEvent): void => {
      if (failed !== undefined) return
      lastJson = data
      if (!hasEvents && data !== '' && !names.errorTypes.has(event ?? '')) {
        const first = parse(data)
        hasEvents = isObject(first)
        if (!isObject(first) || isOfOther(first, event, names)) {
          failed = isObject(first) ? FOREIGN_EVENT : UNREADABLE_EVENT
          return listener.error(failed, false)
        }
      }
      const type = event ?? typeOf(data)
      if (names.openingTypes.has(type)) {
        const model = modelIn(data)
        if (model !== undefined) listener.model(model)
        isPreview ||= data.includes(PREVIEW_TOOL)
      } else if (type === ITEM_DONE && TOOL.test(data)) readTool(data)
      else if (total !== undefined) characters += textLength(type, data)
      if (names.errorTypes.has(type)) {
        failed = readError(parse(data))
        if (!committed) return listener.error(failed, false)
      }
      if (!isFinished && names.usageTypes.has(type)) isFinished = names.finish?.test(data) === true
      if (names.endingTypes.has(type) && names.endingTypes.has(typeInJson(event, data, replyReader?.json)))
        complete = isFinished
      readUsage(type, data)
      if ((committed && !watches) || names.openingTypes.has(type) || !eventHasContent(type, data)) return
      committed = true
      watches = false
      listener.content()
    }
    const parser = parseEvents(inspect, {
      onTooLong: () => {
        over = true
        complete = false
        listener.error(EVENT_TOO_LONG, false)
      },
    })
    return {
      feed: bytes => {
        parser.feed(bytes)
        if (!over && (failed === undefined || committed)) lines.feed(bytes)
      },
      end: () => {
        if (over) return
        parser.end()
        if (failed !== undefined && !committed) return
        if (complete || failed !== undefined) lines.flush()
        // Clients do not read an event without the empty line after it.
        if (complete && !endsEvent(last)) listener.emit(EVENT_END)
        if (failed !== undefined) {
          // In some streams the error is the last event. It is reported once: the relay would otherwise request it
          // again.
          complete = false
          listener.error(failed, true)
        } else if (!complete) listener.error(STREAM_TRUNCATED, false)
      },
      complete: () => complete,
      watchContent: () => {
        watches = true
      },
      errorEvent: error => encodeTyped(names.errorEvent(error, lastJson)),
    }
  }
}

/** Whether the first event is of another API: a chunk of a chat has no type. */
function isOfOther({ type }: JsonObject, event: string | undefined, { foreign }: TypedEventNames): boolean {
  const named = event ?? type
  return foreign !== undefined && (typeof named !== 'string' || foreign.test(named))
}

const ITEM_DONE = 'response.output_item.done'
/** Quotation marks within strings are escaped. */
const TOOL = /"(?:web_search|file_search|code_interpreter)_call"/
const PREVIEW_TOOL = '"web_search_preview'
const PREVIEW: Json = [{ type: 'web_search_preview' }]

/** Characters of the JSON of an event that are not its text. */
const DELTA_FRAME = '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":""}}'.length

/**
 * The approximate length of the text that an event of a message adds; only a few characters of its JSON are not
 * text.
 */
const textLength = (type: string, data: string): number =>
  type === 'content_block_delta' ? Math.max(0, data.length - DELTA_FRAME) : 0

/** The model in an opening event; within strings its key would be escaped. */
const modelIn = (data: string): string | undefined => /"model"\s*:\s*"([^"\\]{1,200})"/.exec(data)?.[1]

const USAGE = /"usage"\s*:\s*\{/
/** Characters of a long event that contain its last fields. */
const END = 2048

/** The usage in an event, or in the message or response that it contains. */
function usageOf(data: string, onEvent?: (event: JsonObject) => void): JsonObject | undefined {
  if (!USAGE.test(data)) return undefined
  // The last event of a response repeats all of its content.
  const near = data.length > END ? usageNearEnd(encoder.encode(data.slice(-END)), 2) : undefined
  if (near !== undefined) return parseObject(near)
  const event = asObject(parseJson(data))
  onEvent?.(event)
  return [event, event['message'], event['response']]
    .map(each => asObject(each)['usage'])
    .filter(isObject)
    .reduce<JsonObject | undefined>(mergeUsage, undefined)
}

/** The service tier that the last event of a response names; within strings its key would be escaped. */
function serviceTierIn(data: string): string | undefined {
  const at = data.lastIndexOf('"service_tier"')
  if (at < 0 || data[at - 1] === '\\') return undefined
  return /^"service_tier"\s*:\s*"([a-z_]{1,32})"/.exec(data.slice(at, at + MAX_TIER))?.[1]
}

/** Characters of the field. */
const MAX_TIER = 64

/** The type of an event that a client can read: that in its JSON, otherwise its name; empty if its JSON is invalid. */
export function typeInJson(
  event: string | undefined,
  data: string,
  onEvent?: (event: JsonObject) => void,
): string {
  const value = parse(data)
  if (!isObject(value)) return ''
  onEvent?.(value)
  const { type = event } = value
  return typeof type === 'string' ? type : ''
}

/** The type near the start of an event's JSON, for providers that do not name their events. */
const typeOf = (data: string): string => /"type"\s*:\s*"([\w.]+)"/.exec(data)?.[1] ?? ''

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
