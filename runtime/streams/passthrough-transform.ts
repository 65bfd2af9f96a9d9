// Stream transform for providers that use the vendor's schema: bytes pass unchanged, as data-only events. Events are
// parsed only until the first content; after that blocks are searched for an error event, which is the last one sent,
// and the tail is inspected when the stream ends. A stream is whole when a choice of it was finished: `[DONE]` without
// that is an error, as an end without it is. Incomplete lines are buffered, so that an error event for a truncated
// stream is never inserted into the middle of one.
import { isObject, type JsonObject } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { afterSpace, asciiText, QUOTE } from '../values/body/scan-json-fields.ts'
import { concatenate } from '../values/byte-stream.ts'
import type { ReplyFactsReader } from '../values/reply-facts.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { createAddedUsageFilter } from './added-usage-filter.ts'
import { createErrorEventSearch } from './error-event-search.ts'
import { EVENT_TOO_LONG, STREAM_TRUNCATED, UNREADABLE_EVENT } from './event-faults.ts'
import { hasContent } from './has-content.ts'
import { createLineBuffer } from './line-buffer.ts'
import { type EventParser, encodeDone, parseEvents, readEvents } from './server-sent-events.ts'
import type { CreateStreamTransform, StreamTransform } from './stream-transform.ts'
import { createUnnamedEventsFilter } from './unnamed-events.ts'
import { createUsageSearch } from './usage-search.ts'

/** Minimum length of the tail in bytes, which contains the last event and starts at a line. */
const TAIL = 4096
const DONE = /(^|[\r\n])data: ?\[DONE\]/
const DONE_MARK = new TextEncoder().encode('[DONE]')
const EVENT_END = new TextEncoder().encode('\n\n')
/** A line end and `data: `. */
const LONGEST_BEFORE = 7
/** Quotation marks within strings are escaped, so this matches keys only. */
const REASON = new TextEncoder().encode('"finish_reason"')
const CLOSING_BRACKET = 0x5d
const LF = 0x0a
const CR = 0x0d
const ERROR = /(^|[\r\n])(event: ?error|data: ?\{"error")/

/**
 * `readError` returns the error in the JSON of an event, if any. `mask` removes credentials. `usageAdded` is true if
 * the gateway requested usage for a client that did not, and must not send it. `replyReader` is present if the reply
 * is exported to OpenTelemetry.
 */
export function passthroughTransform(
  readError: (event: unknown) => VendorError | undefined,
  mask: (bytes: Uint8Array) => Uint8Array = bytes => bytes,
  usageAdded = false,
  replyReader?: ReplyFactsReader,
): CreateStreamTransform {
  return (listener): StreamTransform => {
    let committed = false
    /** Whether an event came before the end. */
    let hasEvents = false
    /** From here on the parser finds events that were not terminated. */
    let isEnding = false
    let failed = false
    /** The last block ends with `[DONE]`, and a choice was finished. */
    let isWhole = false
    const recent: Uint8Array[] = []
    let recentBytes = 0
    /** Whether only the event name marks the last error, which the client does not receive. */
    let isErrorByName = false
    const errorOf = ({ event, data }: ServerSentEvent): VendorError | undefined => {
      const value = parse(data)
      const error = readError(value)
      isErrorByName = event === 'error' && error === undefined
      if (!isErrorByName) return error
      return readError({ error: value ?? data }) ?? { message: 'The provider reported an error.' }
    }
    const searchError = createErrorEventSearch(errorOf)
    const unnamed = createUnnamedEventsFilter()
    const withoutUsage = usageAdded ? createAddedUsageFilter() : undefined
    const readChunk = (chunk: JsonObject): void => {
      takeModel(chunk)
      replyReader?.named(chunk)
    }
    const takeModel = ({ model }: JsonObject): void => {
      if (typeof model === 'string' && model !== '') listener.model(model)
    }
    const usage = createUsageSearch(listener.usage, readChunk, listener.usage)
    /** Reads events from the next block on, until one has content. */
    let watch: EventParser | undefined
    const createWatch = (): EventParser => {
      const found = (): void => {
        if (watch !== undefined) listener.content()
        watch = undefined
      }
      return parseEvents(({ data }) => hasContent(parse(data)) && found(), { onTooLong: found })
    }
    const pass = (block: Uint8Array): void => {
      if (failed) return
      watch?.feed(block)
      const found = searchError(block)
      if (found === undefined) {
        const end = startOfLastDone(block)
        isWhole = end >= 0 && (finishes(block) || !endsInContent(concatenate([...recent, block])))
        if (end < 0 || isWhole) return send(block, false)
        if (end > 0) send(block.subarray(0, end), false)
        failed = true
        if (usage.hasOutput()) usage.report()
        return listener.error(STREAM_TRUNCATED, false)
      }
      send(block.subarray(0, found.end), isErrorByName)
      failed = true
      if (usage.hasOutput()) usage.report()
      listener.error(found.error, !isErrorByName)
    }
    const send = (bytes: Uint8Array, dropsError: boolean): void => {
      // Only the last lines of a large chunk are retained: joining whole chunks would copy the stream a second time.
      const kept = bytes.length > TAIL ? new Uint8Array(lastLines(bytes)) : bytes
      recent.push(kept)
      recentBytes += kept.length
      for (let first = recent[0]; first && recentBytes - first.length >= TAIL; first = recent[0]) {
        recentBytes -= first.length
        recent.shift()
      }
      usage.feed(bytes)
      const passed = unnamed.pass(bytes, dropsError)
      const events = withoutUsage === undefined ? passed : withoutUsage(passed)
      if (events.length > 0) listener.emit(mask(events))
    }
    const lines = createLineBuffer(pass)
    const tail = (): Uint8Array => {
      const rest = lines.buffered()
      return concatenate(rest.length === 0 ? recent : [...recent, rest])
    }
    const commit = (): void => {
      committed = true
      listener.content()
    }
    const inspect = (event: ServerSentEvent): void => {
      if (committed || failed) return
      if (event.data === '[DONE]' && hasEvents) {
        // Neither content nor a finish reason was received.
        failed = true
        return listener.error(STREAM_TRUNCATED, false)
      }
      const value = parse(event.data)
      hasEvents ||= isObject(value)
      const error =
        errorOf(event) ??
        (isObject(value) || event.data === '' ? undefined : isEnding ? STREAM_TRUNCATED : UNREADABLE_EVENT)
      if (error !== undefined) {
        failed = true
        return listener.error(error, false)
      }
      if (isObject(value)) takeModel(value as JsonObject)
      replyReader?.named(value)
      if (hasContent(value)) commit()
    }
    /** Absent once a content was found: a stream may last for an hour. */
    let parser: EventParser | undefined = parseEvents(inspect, {
      onTooLong: () => {
        failed = true
        listener.error(EVENT_TOO_LONG, false)
      },
    })
    return {
      feed: bytes => {
        // A chunk may contain a burst of events: it is parsed only up to the first content.
        if (parser !== undefined) {
          for (let at = 0; at < bytes.length && !committed && !failed; at += STEP)
            parser.feed(bytes.subarray(at, at + STEP))
          if (committed) parser = undefined
        }
        if (failed) return
        lines.feed(bytes)
      },
      end: () => {
        isEnding = true
        parser?.end()
        if (unnamed.isHolding()) {
          lines.flush()
          pass(EVENT_END)
        }
        if (failed) return
        if (!committed) return listener.error(STREAM_TRUNCATED, false)
        const bytes = tail()
        replyReader?.tail(bytes)
        usage.feed(lines.buffered())
        if (isWhole || (isDone(bytes) && !endsInContent(bytes))) {
          usage.report()
          return lines.flush()
        }
        const text = decoder.decode(bytes)
        const hasError = ERROR.test(text)
        const hasWholeLines =
          lines.buffered().length === 0 || isCompleteLine(decoder.decode(lines.buffered()))
        const isComplete = !hasError && hasWholeLines && finishes(bytes)
        if (hasError || hasWholeLines) lines.flush()
        if (isComplete || usage.hasOutput()) usage.report()
        if (!isComplete) return listener.error(STREAM_TRUNCATED, hasError)
        listener.append(encodeDone())
      },
      complete: () => isWhole || (isDone(tail()) && !endsInContent(tail())),
      watchContent: () => {
        watch = createWatch()
      },
    }
  }
}

const decoder = new TextDecoder('utf-8')

/** True when the bytes contain the event that ends every stream; only its line is decoded. */
function isDone(bytes: Uint8Array): boolean {
  const at = Buffer.prototype.lastIndexOf.call(bytes, DONE_MARK)
  return at >= 0 && DONE.test(asciiText(bytes, Math.max(0, at - LONGEST_BEFORE), at + DONE_MARK.length))
}

/** The last lines of a chunk, up to the length of the tail: a partial event could not be read. */
const lastLines = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(Buffer.prototype.lastIndexOf.call(bytes, LF, bytes.length - TAIL) + 1)

/** True if a chunk finishes a choice: usually one near the end. */
function finishes(bytes: Uint8Array): boolean {
  for (let at = bytes.length; at > 0; ) {
    at = Buffer.prototype.lastIndexOf.call(bytes, REASON, at - 1)
    if (at < 0) return false
    const value = afterSpace(bytes, afterSpace(bytes, at + REASON.length) + 1)
    if (bytes[value] === QUOTE && value + 1 < bytes.length && bytes[value + 1] !== QUOTE) return true
  }
  return false
}

/** True for a tail with content after which no choice was finished. What follows a finish reason has no content. */
function endsInContent(bytes: Uint8Array): boolean {
  if (finishes(bytes)) return false
  let hasText = false
  for (const { data } of readEvents(bytes)) hasText ||= hasContent(parse(data))
  return hasText
}

/** The offset of the line of `[DONE]` that ends a block; -1 if none does. */
function startOfLastDone(block: Uint8Array): number {
  let end = block.length
  while (isLineEnd(block[end - 1])) end -= 1
  if (block[end - 1] !== CLOSING_BRACKET || end < DONE_MARK.length) return -1
  const from = Math.max(0, end - DONE_MARK.length - LONGEST_BEFORE)
  const found = DONE.exec(asciiText(block, from, end))
  return found === null ? -1 : from + found.index + (found[1] ?? '').length
}

const isLineEnd = (byte: number | undefined): boolean => byte === LF || byte === CR

/** Bytes that are parsed at a time before the first content. */
const STEP = 512

/** True for a complete event line that lacks only its line end. */
const isCompleteLine = (line: string): boolean => parse(/^data:(.*)$/.exec(line)?.[1] ?? '') !== undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
