// Aggregates the events of a response: the last event holds the complete response.
import type { JsonObject } from '../../../compiler/source.ts'
import { isObject, parseJson } from '../../providers/wire/json.ts'
import type { Fold } from './form.ts'

const ENDS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])
const FAILS: ReadonlySet<string> = new Set(['error', 'response.failed', 'response.cancelled'])

export function foldResponse(): Fold {
  let response: JsonObject | undefined
  let state: ReturnType<Fold['state']> = 'open'
  let weight = 0
  return {
    take: ({ event, data: text }) => {
      if (state !== 'open') return
      const type = event ?? typeOf(text)
      if (FAILS.has(type)) state = 'unsound'
      if (!ENDS.has(type)) return
      const last = parseJson(text)
      const whole = isObject(last) ? last['response'] : undefined
      state = isObject(whole) ? 'whole' : 'unsound'
      if (isObject(whole)) response = whole
      weight = text.length
    },
    state: () => state,
    weight: () => weight,
    folded: () => (response === undefined ? undefined : { reply: response, counted: true }),
  }
}

/** The type from the JSON of an event, for providers that do not name their events. */
const typeOf = (text: string): string => /"type"\s*:\s*"([\w.]+)"/.exec(text)?.[1] ?? ''
