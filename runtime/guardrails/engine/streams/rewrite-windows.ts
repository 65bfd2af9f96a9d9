// Splits a stream into windows that are rewritten: an event is released when what it has of each text is settled, and
// events stay in order. What is released does not depend on how the stream was cut, nor on timing.
import { formatServerSentEvent } from '../../../streams/server-sent-events.ts'
import type { ServerSentEvent } from '../../../values/server-sent-event.ts'
import type { Turns } from '../../../values/turns.ts'
import { writeTexts } from '../../body-texts/write-texts.ts'
import type { WindowRewrite } from '../../check.ts'
import type { EventText, EventTexts, ReadEventTexts } from './event-texts/event-texts.ts'
import { createGrowingRewrite, type GrowingRewrite } from './growing-rewrite.ts'
import { MOST_TEXTS, type StreamWindow, TOO_MANY_TEXTS, type WindowSplitter } from './split-windows.ts'

/** Reads what was added, and releases what is settled: whether the stream goes on, is complete, or cannot be rewritten. */
export type SettleTexts = () => Turns<'open' | 'complete' | 'failed'>

interface HeldEvent {
  readonly event: ServerSentEvent
  readonly texts: EventTexts
  /** Those of its texts, in order; undefined for one that is not rewritten. */
  readonly rewrites: readonly (GrowingRewrite | undefined)[]
  /** What was settled of its texts so far, in order. */
  readonly settled: string[]
  /** Events without texts that follow it, as they are sent. */
  after: string
}

/** Events that are released before others are served. */
const STEP = 512
const encoder = new TextEncoder()

/** `reads`: whether a text is rewritten at all. */
export function createRewriteSplitter(
  readTexts: ReadEventTexts,
  rewrite: WindowRewrite,
  replacementFor: (kind: string, value: string) => string,
  reads: (text: EventText) => boolean,
): WindowSplitter<SettleTexts> {
  const rewrites = new Map<string, GrowingRewrite>()
  /** Of texts of kind `other` that may go on. */
  const others = new Set<GrowingRewrite>()
  /** Of texts that are in one event, and not settled. */
  let whole: GrowingRewrite[] = []
  const held: HeldEvent[] = []
  /** How many of the first ones are settled. */
  let ready = 0
  let heldCharacters = 0
  let hasStarted = false

  const rewriteOf = ({ key, isJson, kind, isWhole }: EventText): GrowingRewrite => {
    const known = isWhole ? undefined : rewrites.get(key)
    const found = known ?? createGrowingRewrite(rewrite, replacementFor, isJson)
    if (isWhole) whole.push(found)
    else rewrites.set(key, found)
    if (kind === 'other' && !isWhole) others.add(found)
    return found
  }
  const addText = (text: EventText): GrowingRewrite | undefined => {
    if (!reads(text)) return undefined
    const found = rewriteOf(text)
    found.add(text.text)
    if (text.isWhole) found.close()
    return found
  }
  function* settleAll(): Turns<boolean> {
    for (const each of rewrites.values()) if (each.isDue() && !(yield* each.settle())) return false
    for (const each of whole) if (!(yield* each.settle())) return false
    whole = []
    return true
  }
  const isSettled = ({ texts: { texts }, rewrites: own, settled }: HeldEvent): boolean => {
    for (const { text } of texts.slice(settled.length)) {
      const each = own[settled.length]
      const next = each === undefined ? text : each.next(text)
      if (next === undefined) return false
      settled.push(next)
    }
    return true
  }
  /** The settled events. Before the first text nothing is released, so that another target may still be called. */
  function* release(last: boolean): Turns<readonly Uint8Array[]> {
    for (let next = held[ready]; next !== undefined && isSettled(next); next = held[ready]) {
      hasStarted ||= next.texts.texts.some(({ text }) => text !== '')
      ready += 1
      if (ready % STEP === 0) yield
    }
    hasStarted ||= last
    if (!hasStarted || ready === 0) return []
    const settled = held.splice(0, ready)
    ready = 0
    const released: Uint8Array[] = []
    let formatted = ''
    for (const [index, each] of settled.entries()) {
      heldCharacters -= sizeOf(each.event) + each.after.length
      formatted += formatServerSentEvent(rewritten(each)) + each.after
      if ((index + 1) % STEP !== 0) continue
      released.push(encoder.encode(formatted))
      formatted = ''
      yield
    }
    if (formatted !== '') released.push(encoder.encode(formatted))
    return released
  }
  const windowOf = (last: boolean): StreamWindow<SettleTexts> => {
    let bytes: readonly Uint8Array[] = []
    return {
      subject: function* () {
        if (last) for (const each of rewrites.values()) each.close()
        if (!(yield* settleAll())) return 'failed'
        bytes = yield* release(last)
        return last ? 'complete' : 'open'
      },
      get bytes() {
        return bytes
      },
      last,
    }
  }
  return {
    push: event => {
      const texts = readTexts(event)
      if (texts === 'error') return 'error'
      const hasTexts = texts.texts.some(({ text }) => text !== '')
      const before = held.at(-1)
      if (!hasTexts && texts.closes.length === 0 && event.data !== '[DONE]' && before !== undefined) {
        const formatted = formatServerSentEvent(event)
        before.after += formatted
        heldCharacters += formatted.length
        return undefined
      }
      heldCharacters += sizeOf(event)
      for (const key of texts.closes) rewrites.get(key)?.close()
      if (texts.closesOthers) {
        for (const each of others) each.close()
        others.clear()
      }
      const own = texts.texts.map(addText)
      if (rewrites.size > MOST_TEXTS) return TOO_MANY_TEXTS
      held.push({ event, texts, rewrites: own, settled: [], after: '' })
      if (event.data === '[DONE]') return windowOf(true)
      const isDue = whole.length > 0 || [...rewrites.values()].some(each => each.isDue())
      return isDue || !hasTexts ? windowOf(false) : undefined
    },
    finish: () => windowOf(true),
    bufferedCharacters: () => heldCharacters,
  }
}

const sizeOf = ({ data }: ServerSentEvent): number => data.length

/** An event with its rewritten texts; the very same one where they are the same. */
function rewritten({ event, texts: { value, texts }, settled }: HeldEvent): ServerSentEvent {
  if (value === undefined || texts.every(({ text }, index) => text === settled[index])) return event
  const locations = texts.map(({ path, text }) => ({ path, text, form: 'text' as const }))
  return { ...event, data: JSON.stringify(writeTexts(value, locations, settled).body) }
}
