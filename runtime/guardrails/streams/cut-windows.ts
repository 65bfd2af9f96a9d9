// A vendor stream cut into windows: events that go on together once their texts have been judged. Where a window ends
// depends on the events alone, never on when they came or how their bytes were cut.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { foldChunks } from '../../cache/forms/fold-chunks.ts'
import { asList, asObject, isObject, parseJson } from '../../providers/wire/json.ts'
import type { ServerSentEvent } from '../../streams/server-sent-events.ts'
import { readChunk } from './read-chunk.ts'
import { endsWindow } from './sentence-end.ts'

/** How much of the text before a window is judged with it, in characters: a pattern may lie across the border. */
const OVERLAP = 200

export interface Window {
  readonly bytes: readonly Uint8Array[]
  /** What is judged, in the shape of a whole reply; undefined where there is nothing new to judge. */
  readonly reply: JsonObject | undefined
  /** Nothing comes after it. */
  readonly last: boolean
}

export interface WindowCutter {
  /** `error`: the event tells of an error, or cannot be read; what is held must not go on. */
  readonly take: (event: ServerSentEvent) => Window | 'error' | undefined
  /** The stream ended. */
  readonly finish: () => Window
  /** Bytes held. */
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
      // What comes behind a call stays behind it, unless it is text.
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

/** The texts as choices of a whole reply, and behind them those of which only calls came. */
function choicesOf(fresh: readonly Growing[], called: readonly Json[]): readonly JsonObject[] {
  const said = fresh.map(({ choice, name, before, fresh: text }) =>
    name === 'text'
      ? { index: choice, text: before + text }
      : { index: choice, message: { [name]: before + text } },
  )
  return [...said, ...called.map(asObject)]
}
