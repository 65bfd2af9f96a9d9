// The stage of a provider with its own dialect: each event goes through the adapter's mapper, and what comes out is
// written as the vendor writes it.
import type { StreamFraming, StreamMapper, StreamStep } from '../providers/adapter.ts'
import { parseFrames } from './event-frames.ts'
import {
  type EventParser,
  encodeDone,
  encodeEvent,
  parseEvents,
  type ServerSentEvent,
} from './server-sent-events.ts'
import { type CreateStage, hasContent, type Stage } from './stage.ts'

type Parse = (onEvent: (event: ServerSentEvent) => void, onFault: (sentence: string) => void) => EventParser

const parsers: { readonly [F in StreamFraming]: Parse } = {
  events: onEvent => parseEvents(onEvent),
  frames: parseFrames,
}

/** `framing` says how the provider frames its events; what comes out is always as the vendor writes it. */
export function translatedStage(mapper: StreamMapper, framing: StreamFraming = 'events'): CreateStage {
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
        listener.emit(encodeEvent(chunk))
        if (chunk['usage'] !== undefined && chunk['usage'] !== null) listener.usage(chunk['usage'])
        if (!committed && hasContent(chunk)) {
          committed = true
          listener.content()
        }
      }
    }
    const parser = parsers[framing](
      event => {
        if (!over) for (const step of mapper.event(event)) take(step)
      },
      message => take({ error: { message, type: 'upstream_error', code: 'invalid_upstream_reply' } }),
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
