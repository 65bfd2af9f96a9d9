// What a reply is charged by that reports no usage: the characters of a text that was spoken, the images that were asked for, the seconds
// of a recording.
import { asCount, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { createBody } from '../../values/body/body.ts'
import type { Call, Reply } from '../../values/call.ts'

/** Undefined where nothing is counted. */
export function countedUnits(call: Call, { body }: Partial<Pick<Reply, 'body'>>): JsonObject | undefined {
  switch (call.endpoint) {
    case 'audio/speech': {
      const text = asText(fieldOf(call, 'input'))
      return text === undefined ? undefined : { characters: Array.from(text).length }
    }
    case 'images/generations':
      return { images: asCount(fieldOf(call, 'n')) ?? 1 }
    case 'audio/transcriptions':
    case 'audio/translations': {
      const seconds = body instanceof Uint8Array ? createBody(body).field('duration') : undefined
      return asCount(Number(seconds ?? Number.NaN)) === undefined ? undefined : { seconds: Number(seconds) }
    }
    default:
      return undefined
  }
}

const fieldOf = ({ body }: Call, name: string): Json | undefined => body.field(name)
