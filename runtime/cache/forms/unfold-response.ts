// A response → its stream events. Each item is added empty, filled by one delta and done; items of unknown types are sent
// complete.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asText, isList, isObject } from '../../providers/wire/json.ts'
import { encodeTyped } from '../../streams/server-sent-events.ts'
import { itemEvents, type NamedEvent } from './item-events.ts'

/** A response that failed, was cancelled or is still running in the background is not final. */
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
