// The texts of an event of a stream, each a part of a text of the reply.
import type { Json, JsonObject } from '../../../../../schemas/values/json.ts'
import type { ServerSentEvent } from '../../../../values/server-sent-event.ts'
import type { TextPath } from '../../../body-texts/text-location.ts'

export interface EventText {
  /** Names the text of the reply that this is a part of; empty for a whole one. */
  readonly key: string
  readonly text: string
  readonly path: TextPath
  /** Its text is JSON. */
  readonly isJson: boolean
  /** `other`: in a field that is not known. Scope `last` reads the answer only. */
  readonly kind: 'answer' | 'reasoning' | 'other'
  /** Nothing of it follows in other events. */
  readonly isWhole?: true
}

export interface EventTexts {
  /** The event; undefined where it is not an object, as `[DONE]`. */
  readonly value: JsonObject | undefined
  readonly texts: readonly EventText[]
  /** Texts that are complete before the event. */
  readonly closes: readonly string[]
  /** So are the texts of kind `other`. */
  readonly closesOthers?: boolean
}

/** `error` for an event that reports one, or that cannot be read. `value`: the JSON of its data, where that is known. */
export type ReadEventTexts = (event: ServerSentEvent, value?: Json) => EventTexts | 'error'

export interface EventReader {
  readonly read: ReadEventTexts
  /** Whether all texts of an event are in the reply that the stream forms, for what is simple to determine. */
  readonly isAggregated: (value: Json | undefined) => boolean
}

export const pathOf = (...steps: readonly (string | number)[]): TextPath =>
  steps.reduce<TextPath>((parent, step) => ({ parent, step }), undefined)

export const NO_EVENT_TEXTS: EventTexts = { value: undefined, texts: [], closes: [] }
