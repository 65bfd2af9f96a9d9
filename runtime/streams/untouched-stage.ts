// The stage of a provider that speaks the vendor's schema: bytes pass as they are. Events are parsed only until the
// first content; after that only the last chunks are remembered, to see how the stream ended.
import type { Json } from '../../compiler/source.ts'
import { concatenate } from '../body/concatenate.ts'
import type { VendorError } from '../providers/adapter.ts'
import { encodeDone, parseEvents, type ServerSentEvent } from './server-sent-events.ts'
import { type CreateStage, hasContent, type Stage } from './stage.ts'

/** How many of the last chunks may hold the end and the usage. */
const REMEMBERED = 4

const CUT: VendorError = {
  message: 'The stream ended before its end.',
  type: 'upstream_error',
  code: 'invalid_upstream_reply',
}

/**
 * `readError` finds the error in an event's JSON, if it is one. `closes` is true for providers whose streams end
 * with the body instead of with `[DONE]`, which is then added.
 */
export function untouchedStage(
  readError: (event: unknown) => VendorError | undefined,
  closes: boolean,
): CreateStage {
  return (listener): Stage => {
    let committed = false
    let failed = false
    let recent: Uint8Array[] = []
    const commit = (): void => {
      committed = true
      listener.content()
    }
    const look = ({ event, data }: ServerSentEvent): void => {
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
    const parser = parseEvents(look)
    return {
      feed: bytes => {
        if (!committed) parser.feed(bytes)
        if (failed) return
        if (recent.length === REMEMBERED) recent.shift()
        recent.push(bytes)
        listener.emit(bytes)
      },
      end: () => {
        if (!committed) parser.end()
        if (failed) return
        const tail = decoder.decode(concatenate(recent))
        recent = []
        const usage = lastUsage(tail)
        if (usage !== undefined) listener.usage(usage)
        if (tail.includes('data: [DONE]') || tail.includes('data:[DONE]')) return
        if (!committed) return listener.error(CUT, false)
        if (closes) return listener.emit(encodeDone())
        listener.error(CUT, /(^|\n)(event: ?error|data: ?\{"error")/.test(tail))
      },
    }
  }
}

const decoder = new TextDecoder('utf-8')

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The last usage object in a text of JSON events, for the log. */
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
