// Aggregates the events of a response: the last event holds the complete response.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { isObject, parseJson } from '../../../schemas/values/json.ts'
import type { StreamAggregator } from './stream-format.ts'

const FINAL_EVENTS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])
const ERROR_EVENTS: ReadonlySet<string> = new Set(['error', 'response.failed', 'response.cancelled'])

export function aggregateResponse(): StreamAggregator {
  let response: JsonObject | undefined
  let state: ReturnType<StreamAggregator['state']> = 'open'
  let heldCharacters = 0
  return {
    add: ({ event, data: text }, value) => {
      if (state !== 'open') return
      const type = event ?? typeOf(text)
      if (ERROR_EVENTS.has(type)) state = 'failed'
      if (!FINAL_EVENTS.has(type)) return
      const finalEvent = value ?? parseJson(text)
      const finalResponse = isObject(finalEvent) ? finalEvent['response'] : undefined
      state = isObject(finalResponse) ? 'complete' : 'failed'
      if (isObject(finalResponse)) response = finalResponse
      heldCharacters = text.length
    },
    state: () => state,
    size: () => heldCharacters,
    reply: () => (response === undefined ? undefined : { reply: response, hasUsage: true }),
  }
}

/** The type from the JSON of an event, for providers that do not name their events. */
const typeOf = (text: string): string => /"type"\s*:\s*"([\w.]+)"/.exec(text)?.[1] ?? ''
