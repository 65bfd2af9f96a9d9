// What the events of a stream say and the reply that they form does not: events of unknown types, fields that a reply has
// no place for, and a last event that contradicts those before it.
import { type Json, parseJson, writeJson } from '../../../../schemas/values/json.ts'
import type { ServerSentEvent } from '../../../values/server-sent-event.ts'
import type { EventReader } from './event-texts/event-texts.ts'

export interface TextsOfEvents {
  /** `isOver`: the reply was complete before the event. */
  readonly add: (event: ServerSentEvent, value: Json | undefined, isOver: boolean) => void
  /** The texts that are not among those of the reply. */
  readonly beside: (replyTexts: readonly string[]) => readonly string[]
}

export function collectTextsOfEvents({ read, isAggregated }: EventReader): TextsOfEvents {
  /** In pieces, by their keys; `isJson`: the reply has it as it is written, or what it means. */
  const growing = new Map<string, { text: string; readonly isJson: boolean }>()
  const whole = new Set<string>()
  return {
    add: (event, value, isOver) => {
      if (!isOver && isAggregated(value)) return
      const found = read(event, value)
      if (found === 'error') return
      for (const { key, text, isJson, isWhole } of found.texts) {
        const known = growing.get(key)
        if (isWhole) whole.add(text)
        else if (known === undefined) growing.set(key, { text, isJson })
        else known.text += text
      }
    },
    beside: replyTexts => {
      const known = new Set(['', ...replyTexts])
      const isSaid = (text: string, isJson: boolean): boolean =>
        known.has(text) || (isJson && known.has(normalJson(text)))
      const formed = [...growing.values()].filter(({ text, isJson }) => !isSaid(text, isJson))
      const others = [...whole].filter(text => !known.has(text))
      return [...new Set([...formed.map(({ text }) => text), ...others])]
    },
  }
}

function normalJson(text: string): string {
  const value = parseJson(text)
  return value === undefined ? text : writeJson(value)
}
