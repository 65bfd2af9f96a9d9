// The stage of a provider with its own dialect: each event goes through the adapter's mapper, and what comes out is
// written as the vendor writes it.
import type { StreamFraming, StreamMapper, StreamStep } from '../providers/adapter.ts'
import { parseFrames } from './event-frames.ts'
import { parseLines } from './lines.ts'
import { parseMixedEvents } from './mixed-events.ts'
import {
  type EventParser,
  encodeComment,
  encodeDone,
  encodeEvent,
  parseEvents,
  type ServerSentEvent,
} from './server-sent-events.ts'
import { type CreateStage, hasContent, type Stage } from './stage.ts'

type Parse = (
  onEvent: (event: ServerSentEvent) => void,
  onFault: (sentence: string) => void,
  onComment: (text: string) => void,
) => EventParser

const parsers: { readonly [F in StreamFraming]: Parse } = {
  events: (onEvent, _onFault, onComment) => parseEvents(onEvent, onComment),
  frames: parseFrames,
  lines: onEvent => parseLines(onEvent),
  mixed: onEvent => parseMixedEvents(onEvent),
}

/** How some dialects say that they are still there. */
const PING = 'ping'

/**
 * `framing` says how the provider frames its events; what comes out is always as the vendor writes it. The mapper tells
 * usage in any case, for the log; `usageAsked` is whether the client hears of it. Keep-alives pass as comments.
 */
export function translatedStage(
  mapper: StreamMapper,
  framing: StreamFraming = 'events',
  usageAsked = true,
): CreateStage {
  return (listener): Stage => {
    let over = false
    let complete = false
    let committed = false
    const take = (step: StreamStep): void => {
      if (over) return
      if (step === 'done') {
        over = true
        complete = true
        if (!committed) listener.content()
        listener.emit(encodeDone())
      } else if ('error' in step) {
        over = true
        listener.error(step.error, false)
      } else {
        const { chunk } = step
        const usage = chunk['usage'] ?? null
        if (usage !== null) listener.usage(usage)
        if (usage !== null && !usageAsked) return
        listener.emit(encodeEvent(chunk))
        if (!committed && hasContent(chunk)) {
          committed = true
          listener.content()
        }
      }
    }
    const parser = parsers[framing](
      event => {
        if (over) return
        if (event.event === PING) listener.emit(encodeComment(PING))
        for (const step of mapper.event(event)) take(step)
      },
      message => take({ error: { message, type: 'upstream_error', code: 'invalid_upstream_reply' } }),
      text => {
        if (!over) listener.emit(encodeComment(text))
      },
    )
    return {
      feed: parser.feed,
      end: () => {
        parser.end()
        if (!over) for (const step of mapper.end()) take(step)
      },
      complete: () => complete,
    }
  }
}
