// Counts what a provider has produced where it reported no usage: a client that left in the middle of a stream, or a provider
// that never reports. The content of the reply is read, not the frames around it.
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../schemas/values/json.ts'
import { concatenate } from '../values/byte-stream.ts'
import { BYTES_PER_TOKEN } from './estimate-tokens.ts'

/** Bytes of a stream that are buffered for counting; a longer one is counted in proportion. */
const MAX_SAMPLE = 262_144

/** Fields with text of the model, in all dialects. */
const TEXTS: ReadonlySet<string> = new Set([
  'content',
  'text',
  'delta',
  'arguments',
  'partial_json',
  'thinking',
  'reasoning',
  'reasoning_content',
  'refusal',
  'transcript',
])

const decoder = new TextDecoder('utf-8')
const encoder = new TextEncoder()

/** A whole reply, or what was read of a stream; undefined where neither is known. */
export type ProducedOutput = Uint8Array | StreamSample | undefined

/** Tokens of the strings in it; 0 for bytes that are not JSON. */
export function producedTokens(output: ProducedOutput): number {
  if (output === undefined) return 0
  if (!(output instanceof Uint8Array)) return output.tokens()
  const value = parseJson(decoder.decode(output))
  return value === undefined ? 0 : Math.ceil(textBytes(value, false) / BYTES_PER_TOKEN)
}

export interface StreamSample {
  readonly add: (bytes: Uint8Array) => void
  /** Tokens of the strings in the events so far. */
  readonly tokens: () => number
}

export function createStreamSample(): StreamSample {
  const pieces: Uint8Array[] = []
  let kept = 0
  let length = 0
  return {
    add: bytes => {
      length += bytes.length
      if (kept >= MAX_SAMPLE) return
      pieces.push(bytes)
      kept += bytes.length
    },
    tokens: () => {
      let texts = 0
      for (const line of decoder.decode(concatenate(pieces)).split('\n')) {
        if (!line.startsWith('data:')) continue
        const event = parseJson(line.slice(5))
        if (isObject(event) && !isRepetition(event)) texts += textBytes(event, false)
      }
      return Math.ceil((texts * (kept === 0 ? 0 : length / kept)) / BYTES_PER_TOKEN)
    },
  }
}

/** Events of the Responses API that repeat what others have brought. */
const isRepetition = ({ type, response }: JsonObject): boolean =>
  isObject(response) || (typeof type === 'string' && type.endsWith('.done'))

function textBytes(value: Json, isText: boolean): number {
  if (typeof value === 'string') return isText ? encoder.encode(value).length : 0
  if (isList(value)) return value.reduce<number>((sum, item) => sum + textBytes(item, isText), 0)
  if (!isObject(value)) return 0
  return Object.entries(value).reduce((sum, [name, item]) => sum + textBytes(item, TEXTS.has(name)), 0)
}
