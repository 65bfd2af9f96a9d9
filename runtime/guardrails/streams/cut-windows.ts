// Splits a vendor stream into windows: events that are released together once their texts have been evaluated. Window
// boundaries depend on the events alone, never on timing or chunk boundaries.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { foldChunks } from '../../cache/forms/fold-chunks.ts'
import { asList, asObject, isObject, parseJson } from '../../providers/wire/json.ts'
import type { ServerSentEvent } from '../../streams/server-sent-events.ts'
import { readChunk } from './read-chunk.ts'
import { endsWindow } from './sentence-end.ts'

/** Characters of preceding text evaluated with a window, for matches across the boundary. */
const OVERLAP = 200

export interface Window {
  readonly bytes: readonly Uint8Array[]
  /** What is evaluated, in the shape of a whole reply; undefined when there is nothing new. */
  readonly reply: JsonObject | undefined
  /** It is the last window. */
  readonly last: boolean
}

export interface WindowCutter {
  /** `error`: the event is an error or cannot be parsed; buffered events must not be released. */
  readonly take: (event: ServerSentEvent) => Window | 'error' | undefined
  /** The stream ended. */
  readonly finish: () => Window
  /** Buffered bytes. */
  readonly held: () => number
}

interface Growing {
  readonly choice: number
  readonly name: string
  before: string
  fresh: string
}

const encoder = new TextEncoder()
const encode = ({ event, data: text }: ServerSentEvent): Uint8Array =>
  encoder.encode(
    `${event === undefined ? '' : `event: ${event}\n`}data: ${text.replaceAll('\n', '\ndata: ')}\n\n`,
  )

export function cutWindows(): WindowCutter {
  const texts = new Map<string, Growing>()
  const calls = foldChunks()
  let pending: Uint8Array[] = []
  const late: Uint8Array[] = []
  let held = 0
  let heldLate = 0

  const cut = (last: boolean): Window => {
    const bytes = last ? [...pending, ...late] : pending
    const fresh = [...texts.values()].filter(text => text.fresh !== '')
    const called = last && late.length > 0 ? asList(calls.folded()?.reply['choices']) : []
    const reply =
      fresh.length === 0 && called.length === 0 ? undefined : { choices: choicesOf(fresh, called) }
    for (const text of fresh) {
      text.before = (text.before + text.fresh).slice(-OVERLAP)
      text.fresh = ''
    }
    pending = []
    held = heldLate
    return { bytes, reply, last }
  }
  return {
    take: event => {
      const bytes = encode(event)
      held += bytes.length
      if (event.data === '[DONE]') {
        late.push(bytes)
        return cut(true)
      }
      const chunk = parseJson(event.data)
      if (!isObject(chunk) || (chunk['error'] ?? null) !== null) return 'error'
      const { texts: added, heavy } = readChunk(chunk)
      // Events after a tool call stay after it, unless they are text.
      if (heavy || (late.length > 0 && added.every(({ text }) => text === ''))) {
        calls.take(event)
        late.push(bytes)
        heldLate += bytes.length
        return undefined
      }
      pending.push(bytes)
      let ends = false
      for (const { choice, name, text } of added) {
        const key = `${choice} ${name}`
        const growing = texts.get(key) ?? { choice, name, before: '', fresh: '' }
        texts.set(key, growing)
        const from = growing.fresh.length
        growing.fresh += text
        ends ||= text !== '' && endsWindow(growing.fresh, from)
      }
      return ends ? cut(false) : undefined
    },
    finish: () => cut(true),
    held: () => held,
  }
}

/** The texts as choices of a whole reply, followed by choices that have only tool calls. */
function choicesOf(fresh: readonly Growing[], called: readonly Json[]): readonly JsonObject[] {
  const said = fresh.map(({ choice, name, before, fresh: text }) =>
    name === 'text'
      ? { index: choice, text: before + text }
      : { index: choice, message: { [name]: before + text } },
  )
  return [...said, ...called.map(asObject)]
}
