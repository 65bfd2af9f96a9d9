// How a client of an API sees a stream end, by the documents of that API alone: nothing of the gateway is used.

export type StreamApi = 'chat/completions' | 'completions' | 'responses' | 'messages'

export interface SeenEnd {
  /** What the client makes of the stream; `none` where it ends without a word. */
  readonly end: 'complete' | 'error' | 'none'
  /** Events after the one that ends it. */
  readonly after: number
}

const COMPLETE: ReadonlySet<unknown> = new Set([
  'response.completed',
  'response.incomplete',
  'response.cancelled',
  'message_stop',
])
const FAILED: ReadonlySet<unknown> = new Set(['error', 'response.failed'])

export function seenEnd(text: string, api: StreamApi): SeenEnd {
  const isTyped = api === 'responses' || api === 'messages'
  const ends = eventsOf(text).map(({ name, data }) => {
    if (data === '[DONE]') return 'complete'
    const value = parsed(data)
    if (typeof value !== 'object' || value === null) return undefined
    const { type = name, error = null } = value as ReadJson
    if (isTyped) return COMPLETE.has(type) ? 'complete' : FAILED.has(type) ? 'error' : undefined
    return error === null ? undefined : 'error'
  })
  const first = ends.findIndex(end => end !== undefined)
  // The response that has failed follows its error.
  const after = ends.slice(first + 1).filter(end => end !== 'error').length
  return first < 0 ? { end: 'none', after: 0 } : { end: ends[first] ?? 'none', after }
}

interface ReadJson {
  readonly type?: unknown
  readonly error?: unknown
}

interface ReadEvent {
  readonly name: string | undefined
  readonly data: string
}

/** The events that end with an empty line, as the standard says. Clients of chunks read `[DONE]` as a line. */
function eventsOf(text: string): readonly ReadEvent[] {
  const blocks = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n\n')
  const last = blocks.pop()?.trimEnd()
  if (last === 'data: [DONE]') blocks.push(last)
  return blocks.flatMap(block => {
    const valuesOf = (field: string): readonly string[] =>
      block
        .split('\n')
        .filter(line => line.startsWith(`${field}:`))
        .map(line => line.slice(field.length + 1).replace(/^ /, ''))
    const data = valuesOf('data')
    return data.length === 0 ? [] : [{ name: valuesOf('event').at(-1), data: data.join('\n') }]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
