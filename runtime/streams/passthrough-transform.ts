// Stream transform for providers that use the vendor's schema: bytes pass unchanged. Events are parsed only until the
// first content; after that only the tail is inspected when the stream ends. Incomplete lines are buffered, so that
// an error event for a truncated stream is never inserted into the middle of one.
import type { Json } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { concatenate } from '../values/concatenate.ts'
import type { ServerSentEvent } from '../values/server-sent-event.ts'
import { createLineBuffer } from './line-buffer.ts'
import { encodeDone, parseEvents } from './server-sent-events.ts'
import { type CreateStreamTransform, hasContent, type StreamTransform } from './stream-transform.ts'

/** Bytes of the tail: they contain the last event and the usage before it. */
const TAIL = 4096
const DONE = /(^|[\r\n])data: ?\[DONE\]/
/** Matches an error event anywhere in a chunk. */
const ERROR_KEY = new TextEncoder().encode('"error"')
const ERROR = /(^|[\r\n])(event: ?error|data: ?\{"error")/

/** The error reported for a truncated stream. */
export const TRUNCATED: VendorError = {
  message: 'The stream was truncated.',
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

/**
 * `readError` returns the error in the JSON of an event, if any. `endsWithBody` is true for providers whose streams
 * end without `[DONE]`, which is then appended. `mask` removes credentials from error events.
 */
export function passthroughTransform(
  readError: (event: unknown) => VendorError | undefined,
  endsWithBody: boolean,
  mask: (bytes: Uint8Array) => Uint8Array = bytes => bytes,
): CreateStreamTransform {
  return (listener): StreamTransform => {
    let committed = false
    let failed = false
    const recent: Uint8Array[] = []
    let recentBytes = 0
    const pass = (bytes: Uint8Array): void => {
      // Only the tail of a large chunk is retained: joining whole chunks would copy the stream a second time.
      recent.push(bytes.length > TAIL ? bytes.subarray(-TAIL) : bytes)
      recentBytes += Math.min(bytes.length, TAIL)
      for (let first = recent[0]; first && recentBytes - first.length >= TAIL; first = recent[0]) {
        recentBytes -= first.length
        recent.shift()
      }
      listener.emit(Buffer.prototype.indexOf.call(bytes, ERROR_KEY) < 0 ? bytes : mask(bytes))
    }
    const lines = createLineBuffer(pass)
    const tail = (): string => decoder.decode(concatenate([...recent, lines.buffered()]))
    const commit = (): void => {
      committed = true
      listener.content()
    }
    const inspect = ({ event, data }: ServerSentEvent): void => {
      if (committed || failed) return
      if (data === '[DONE]') return commit()
      const value = parse(data)
      const error =
        event === 'error'
          ? (readError(value) ?? { message: 'The provider reported an error.' })
          : readError(value)
      if (error !== undefined) {
        failed = true
        listener.error(error, false)
      } else if (hasContent(value)) commit()
    }
    const parser = parseEvents(inspect)
    return {
      feed: bytes => {
        // A chunk may hold a whole burst of events: no more of it is parsed than up to the first content.
        for (let at = 0; at < bytes.length && !committed && !failed; at += STEP)
          parser.feed(bytes.subarray(at, at + STEP))
        if (failed) return
        lines.feed(bytes)
      },
      end: () => {
        if (!committed) parser.end()
        if (failed) return
        if (!committed) return listener.error(TRUNCATED, false)
        const text = tail()
        const usage = lastUsage(text)
        if (usage !== undefined) listener.usage(usage)
        if (DONE.test(text)) return lines.flush()
        const hasError = ERROR.test(text)
        if (hasError || endsWithBody || isCompleteLine(decoder.decode(lines.buffered()))) lines.flush()
        if (hasError || !endsWithBody) return listener.error(TRUNCATED, hasError)
        listener.append(encodeDone())
      },
      complete: () => DONE.test(tail()),
    }
  }
}

const decoder = new TextDecoder('utf-8')

/** Bytes that are parsed at a time before the first content. */
const STEP = 1024

/** True for a complete event line that lacks only its line end. */
const isCompleteLine = (line: string): boolean => parse(/^data:(.*)$/.exec(line)?.[1] ?? '') !== undefined

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The last usage object in a sequence of JSON events, for the log. */
export function lastUsage(text: string): Json | undefined {
  const at = text.lastIndexOf('"usage":')
  const open = at < 0 ? -1 : text.indexOf('{', at)
  if (open < 0 || text.slice(at + 8, open).trim() !== '') return undefined
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1
    if (text[index] === '}' && --depth === 0) return parse(text.slice(open, index + 1)) as Json | undefined
  }
  return undefined
}
