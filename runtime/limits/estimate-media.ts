// What a call of sound or images may cost, before it is made: in the units by which its model is sold.
import type { Endpoint } from '../values/adapter.ts'
import type { Body } from '../values/body/body.ts'
import type { Call } from '../values/call.ts'
import type { CompiledPrice } from '../values/prices/compile-price.ts'
import type { BilledUsage } from '../values/prices/cost.ts'

/** Tokens of the largest square image at high quality (OpenAI, image generation guide). */
const TOKENS_PER_IMAGE = 4_160
const MAX_IMAGES = 128
/** Recordings of 64 kbit/s: those of a lower rate are longer than is assumed, and are settled by what the reply reports. */
const BYTES_PER_SECOND = 8_000
/** The largest recording that OpenAI takes: 25 MB (audio guide). */
const MAX_RECORDING = 25_000_000
/** Tokens of a second of sound that a model hears (OpenAI, audio guide). */
const TOKENS_PER_SECOND = 10
/** Tokens of speech of one character: 20 in a second, in which some 14 are spoken. */
const SPEECH_PER_CHARACTER = 1.5

const MEDIA: ReadonlySet<Endpoint | undefined> = new Set<Endpoint | undefined>([
  'audio/speech',
  'audio/transcriptions',
  'audio/translations',
  'images/generations',
  'images/edits',
  'images/variations',
])

/** Whether an endpoint is one of sound or images. */
export const isMedia = (endpoint: Endpoint | undefined): boolean => MEDIA.has(endpoint)

/** Undefined for what is text. */
export function estimateMedia(
  { endpoint, body }: Pick<Call, 'endpoint' | 'body'>,
  { standard: { of } }: CompiledPrice,
): BilledUsage | undefined {
  switch (endpoint) {
    case 'audio/speech': {
      const text = body.field('input')
      const characters = typeof text === 'string' ? text.length : 0
      const spoken = Math.ceil(characters * SPEECH_PER_CHARACTER)
      return of.per_character === undefined
        ? { input: characters, output: spoken, cached: 0, units: { audio_output: spoken } }
        : { ...NO_TOKENS, units: { per_character: characters } }
    }
    case 'audio/transcriptions':
    case 'audio/translations': {
      const seconds = Math.ceil(lengthOf(body) / BYTES_PER_SECOND)
      const heard = seconds * TOKENS_PER_SECOND
      return of.per_second === undefined
        ? { input: heard, output: heard, cached: 0, units: { audio_input: heard } }
        : { ...NO_TOKENS, units: { per_second: seconds } }
    }
    case 'images/generations':
    case 'images/edits':
    case 'images/variations': {
      const images = imagesOf(body)
      const drawn = images * TOKENS_PER_IMAGE
      return of.per_image === undefined
        ? { input: drawn, output: drawn, cached: 0, units: { image_output: drawn } }
        : { ...NO_TOKENS, units: { per_image: images } }
    }
    default:
      return undefined
  }
}

/** Of an upload that is sent on while it arrives, the length that its client declares. */
const lengthOf = ({ bytes, remainder }: Body): number =>
  remainder === undefined ? bytes.length : (remainder.length ?? MAX_RECORDING)

const NO_TOKENS = { input: 0, output: 0, cached: 0 }

function imagesOf(body: Body): number {
  const count = Number(body.field('n') ?? 1)
  return Number.isInteger(count) && count > 0 && count <= MAX_IMAGES ? count : 1
}
