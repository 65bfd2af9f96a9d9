// A whole response → the events that spell it. Each item is added empty, fed in one piece and done; items of kinds that
// nobody here knows are told whole.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asText, isList, isObject } from '../../providers/wire/json.ts'
import { encodeTyped } from '../../streams/server-sent-events.ts'
import { itemEvents, type NamedEvent } from './item-events.ts'

/** What has ended: a response that failed, was cancelled or goes on in the background is not the last word. */
export const isFinalResponse = (status: Json | undefined): boolean =>
  status === 'completed' || status === 'incomplete'

export function unfoldResponse(response: JsonObject): readonly Uint8Array[] | undefined {
  const { status, output } = response
  if (!isFinalResponse(status) || !isList(output)) return undefined
  const begun = {
    ...response,
    status: 'in_progress',
    output: [],
    usage: null,
    completed_at: null,
    incomplete_details: null,
  }
  const events: readonly NamedEvent[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...output.filter(isObject).flatMap(itemEvents),
    { type: `response.${asText(status)}`, response },
  ]
  return events.map((event, number) => encodeTyped(numbered(event, number)))
}

const numbered = ({ type, ...fields }: NamedEvent, number: number): NamedEvent => ({
  type,
  sequence_number: number,
  ...fields,
})
