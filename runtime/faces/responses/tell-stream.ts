// A streamed chat as the events of a response. Each event has a sequence number and its type as its name; the last one
// holds the complete response.
import type { JsonObject } from '../../../compiler/source.ts'
import type { VendorError } from '../../providers/adapter.ts'
import { asList, writeJson } from '../../providers/wire/json.ts'
import { type Happening, readAnswer } from '../answer/read-answer.ts'
import type { FaceContext, FaceEvent, FaceStream } from '../face.ts'
import { itemIdentifier } from './output-items.ts'
import { partEvents } from './part-events.ts'
import { responseErrorCode } from './response-error.ts'
import { begunResponse, failedResponse, finalStatus, wholeResponse } from './response-object.ts'

export function tellStream(context: FaceContext): FaceStream {
  const { answer, take, finish } = readAnswer(context.identifier)
  let number = 0
  let begun = false

  const event = (type: string, fields: JsonObject): FaceEvent => {
    const told = { event: type, data: writeJson({ type, sequence_number: number, ...fields }) }
    number += 1
    return told
  }
  const begin = (): readonly FaceEvent[] => {
    if (begun) return []
    begun = true
    const response = begunResponse(answer, context)
    return [event('response.created', { response }), event('response.in_progress', { response })]
  }
  const tell = (happenings: readonly Happening[]): readonly FaceEvent[] =>
    happenings.flatMap(happening => {
      const { part, at } = happening
      const place = { id: itemIdentifier(part, at, context.identifier), at }
      return partEvents(happening, place, finalStatus(answer, at)).map(({ type, fields }) =>
        event(type, fields),
      )
    })

  return {
    chunk: chunk => {
      const happenings = take(chunk)
      return asList(chunk['choices']).length === 0 && !begun ? [] : [...begin(), ...tell(happenings)]
    },
    end: () => {
      const happenings = finish()
      const response = wholeResponse(answer, context)
      return [...begin(), ...tell(happenings), event(`response.${String(response['status'])}`, { response })]
    },
    error: ({ message, param = null, code = null }: VendorError) => {
      const response = failedResponse(answer, context, { code: responseErrorCode(code), message })
      return [
        ...begin(),
        event('error', { code: code === null ? null : String(code), message, param }),
        event('response.failed', { response }),
      ]
    },
  }
}
