// A streamed chat as the events of a message: blocks one after the other, stop reason and usage once at the end.
import type { JsonObject } from '../../../compiler/source.ts'
import { asList, writeJson } from '../../providers/wire/json.ts'
import { type Happening, readAnswer } from '../answer/read-answer.ts'
import type { FaceContext, FaceEvent, FaceStream } from '../face.ts'
import { deltaOf, openedBlock, sealOf } from './answer-blocks.ts'
import { stopOf, usageOf } from './ending.ts'
import { streamError } from './message-error.ts'
import { begunMessage } from './message-object.ts'

export function tellStream(context: FaceContext): FaceStream {
  const { answer, take, finish } = readAnswer(context.identifier)
  let begun = false
  const begin = (): readonly FaceEvent[] => {
    if (begun) return []
    begun = true
    return [event('message_start', { message: begunMessage(answer, context) })]
  }
  return {
    chunk: chunk => {
      const happenings = take(chunk)
      if (asList(chunk['choices']).length === 0 && !begun) return []
      return [...begin(), ...happenings.flatMap(blockEvents)]
    },
    end: () => {
      const happenings = finish()
      return [
        ...begin(),
        ...happenings.flatMap(blockEvents),
        event('message_delta', { delta: stopOf(answer), usage: usageOf(answer.usage) }),
        event('message_stop', {}),
      ]
    },
    error: error => [event('error', { error: streamError(error) })],
  }
}

const event = (type: string, fields: JsonObject): FaceEvent => ({
  event: type,
  data: writeJson({ type, ...fields }),
})

function blockEvents(happening: Happening): readonly FaceEvent[] {
  const { part, at: index } = happening
  const delta = (fields: JsonObject): FaceEvent => event('content_block_delta', { index, delta: fields })
  if (happening.what === 'start')
    return [event('content_block_start', { index, content_block: openedBlock(part) })]
  if (happening.what === 'delta') return [delta(deltaOf(part, happening.text))]
  const signature = part.kind === 'thinking' ? sealOf(part) : ''
  return [
    ...(signature === '' ? [] : [delta({ type: 'signature_delta', signature })]),
    event('content_block_stop', { index }),
  ]
}
