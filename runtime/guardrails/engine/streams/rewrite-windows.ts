// Splits a stream into windows that are rewritten: an event is released when what it has of each text is settled, and
// events keep their order. What is released does not depend on how the stream was cut, nor on timing.
import { encodeServerSentEvent } from '../../../streams/server-sent-events.ts'
import type { ServerSentEvent } from '../../../values/server-sent-event.ts'
import type { Turns } from '../../../values/turns.ts'
import { writeTexts } from '../../body-texts/write-texts.ts'
import type { WindowRewrite } from '../../check.ts'
import type { EventText, EventTexts, ReadEventTexts } from './event-texts/event-texts.ts'
import { createGrowingRewrite, type GrowingRewrite } from './growing-rewrite.ts'
import type { StreamWindow, WindowSplitter } from './split-windows.ts'

/** Reads what was added: whether the stream goes on, is complete, or cannot be rewritten. */
export type SettleTexts = () => Turns<'open' | 'complete' | 'failed'>

interface HeldEvent {
  readonly event: ServerSentEvent
  readonly texts: EventTexts
  /** What was settled of its texts so far, in order. */
  readonly settled: string[]
  readonly size: number
}

/** `reads`: whether a text is rewritten at all. */
export function createRewriteSplitter(
  readTexts: ReadEventTexts,
  rewrite: WindowRewrite,
  replacementFor: (kind: string, value: string) => string,
  reads: (text: EventText) => boolean,
): WindowSplitter<SettleTexts> {
  const rewrites = new Map<string, GrowingRewrite>()
  const held: HeldEvent[] = []
  let heldBytes = 0
  let hasStarted = false

  const rewriteOf = ({ key, isJson }: EventText): GrowingRewrite => {
    const known = rewrites.get(key) ?? createGrowingRewrite(rewrite, replacementFor, isJson)
    rewrites.set(key, known)
    return known
  }
  function* settleAll(): Turns<boolean> {
    for (const each of rewrites.values()) if (each.isDue() && !(yield* each.settle())) return false
    return true
  }
  const isSettled = ({ texts: { texts }, settled }: HeldEvent): boolean => {
    for (const text of texts.slice(settled.length)) {
      const next = reads(text) ? rewriteOf(text).next(text.text) : text.text
      if (next === undefined) return false
      settled.push(next)
    }
    return true
  }
  /** The settled events. Before the first text nothing is released, so that another target may still be called. */
  const release = (last: boolean): readonly Uint8Array[] => {
    const open = held.findIndex(each => !isSettled(each))
    const settled = held.slice(0, open < 0 ? held.length : open)
    hasStarted ||= last || settled.some(({ texts: { texts } }) => texts.some(({ text }) => text !== ''))
    if (!hasStarted) return []
    held.splice(0, settled.length)
    for (const { size } of settled) heldBytes -= size
    return settled.map(each => encodeServerSentEvent(rewritten(each)))
  }
  const windowOf = (last: boolean): StreamWindow<SettleTexts> => {
    let bytes: readonly Uint8Array[] | undefined
    return {
      subject: function* () {
        if (last) for (const each of rewrites.values()) each.close()
        if (!(yield* settleAll())) return 'failed'
        return last ? 'complete' : 'open'
      },
      get bytes() {
        bytes ??= release(last)
        return bytes
      },
      last,
    }
  }
  return {
    push: event => {
      const texts = readTexts(event)
      if (texts === 'error') return 'error'
      const size = event.data.length
      heldBytes += size
      for (const key of texts.closes) rewrites.get(key)?.close()
      for (const text of texts.texts) if (reads(text)) rewriteOf(text).add(text.text)
      held.push({ event, texts, settled: [], size })
      if (event.data === '[DONE]') return windowOf(true)
      const isDue = [...rewrites.values()].some(each => each.isDue())
      return isDue || texts.texts.every(({ text }) => text === '') ? windowOf(false) : undefined
    },
    finish: () => windowOf(true),
    bufferedBytes: () => heldBytes,
  }
}

/** An event with its rewritten texts; the very same one where they are the same. */
function rewritten({ event, texts: { value, texts }, settled }: HeldEvent): ServerSentEvent {
  if (value === undefined || texts.every(({ text }, index) => text === settled[index])) return event
  const locations = texts.map(({ path, text }) => ({ path, text, form: 'text' as const }))
  return { ...event, data: JSON.stringify(writeTexts(value, locations, settled).body) }
}
