// A response → its stream events. Each item is added empty, filled by one delta and done; items of unknown types are sent
// complete.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText, isList, isObject } from '../../../schemas/values/json.ts'
import { encodeTyped } from '../../streams/server-sent-events.ts'
import { type ItemEvent, responseItemEvents } from './response-item-events.ts'

/** A response that failed, was cancelled or is still running in the background is not final. */
export const isFinalResponse = (status: Json | undefined): boolean =>
  status === 'completed' || status === 'incomplete'

export function toResponseEvents(response: JsonObject): readonly Uint8Array[] | undefined {
  const { status, output } = response
  if (!isFinalResponse(status) || !isList(output)) return undefined
  const started = {
    ...response,
    status: 'in_progress',
    output: [],
    usage: null,
    completed_at: null,
    incomplete_details: null,
  }
  const events: readonly ItemEvent[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...output.filter(isObject).flatMap(responseItemEvents),
    { type: `response.${asText(status)}`, response },
  ]
  return events.map((event, sequenceNumber) => encodeTyped(withSequenceNumber(event, sequenceNumber)))
}

const withSequenceNumber = ({ type, ...fields }: ItemEvent, sequenceNumber: number): ItemEvent => ({
  type,
  sequence_number: sequenceNumber,
  ...fields,
})
