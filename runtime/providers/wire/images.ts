// Images in the vendor's shape: what every request for them is read for, and the reply. Providers here answer with the
// images themselves, never with addresses of them.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { asText } from './json.ts'
import {
  type Conversion,
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  refuse,
  silentWhen,
} from './parameters.ts'
import type { Report } from './report.ts'

/** What all dialects treat alike; a dialect's own lines stand behind it. */
export const imageParameters: ParameterTable = [
  ['model prompt', elsewhere],
  ['stream', (value, report) => (value === true ? refuse(report, 'stream', NO_STREAM) : {})],
  ['response_format', responseFormat],
  ['background moderation', silentWhen('auto')],
  ['partial_images', silentWhen(0)],
]

const NO_STREAM = 'stream is not possible for images of this provider.'

function responseFormat(value: Json, report: Report): Outcome {
  return value === 'b64_json'
    ? {}
    : refuse(
        report,
        'response_format',
        'response_format is not b64_json, and this provider gives no addresses of images.',
      )
}

/** The text to make images of; reported where there is none. */
export function readPrompt(body: JsonObject, report: Report): string {
  const prompt = asText(body['prompt']) ?? ''
  if (prompt.trim() === '') report('prompt is missing, or is no text.', 'prompt')
  return prompt
}

/** A size in pixels as the dialect says it; `auto` is the provider's own. */
export const sized =
  (write: (width: number, height: number, report: Report) => Outcome): Conversion =>
  (value, report) => {
    if (value === 'auto') return {}
    const [, width, height] = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(asText(value) ?? '') ?? []
    if (width === undefined || height === undefined)
      return refuse(report, 'size', 'size is not written as 1024x1024.')
    return write(Number(width), Number(height), report)
  }

/**
 * A size for a dialect that knows proportions alone. `exact` has what it answers with, pixel by pixel; of another size
 * with one of the `proportions` the number of pixels is lost, and any other would be another picture.
 */
export const proportioned = (
  proportions: readonly string[],
  exact: Readonly<Record<string, JsonObject>>,
  write: (said: JsonObject) => JsonObject,
): Conversion =>
  sized((width, height, report) => {
    const known = exact[`${width}x${height}`]
    if (known !== undefined) return { becomes: write(known) }
    const divisor = greatestDivisor(width, height)
    const proportion = `${width / divisor}:${height / divisor}`
    return proportions.includes(proportion)
      ? { becomes: write({ aspectRatio: proportion }), loses: true }
      : refuse(
          report,
          'size',
          `size is none that this provider makes: its proportions are ${proportions.join(', ')}.`,
        )
  })

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

/** `images` in base64. */
export const imageReply = (
  images: readonly string[],
  { now }: AdapterContext,
  more: JsonObject = {},
): JsonObject => ({ created: now, data: images.map(image => ({ b64_json: image })), ...more })

/** Nothing was made: most often because a filter of the provider's stopped it, which the same request will meet again. */
export const noImage = (reason: string | undefined): Failure =>
  reason === undefined
    ? failure('invalid_upstream_reply', 'The provider answered without an image.', { cause: 'decode' })
    : failure('invalid_request', `The provider made no image: ${reason}`, { param: 'prompt' })

/** A choice among words, some of which the dialect has no word for. */
export const worded =
  (words: Readonly<Record<string, JsonObject>>): Conversion =>
  value => {
    const becomes = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined
    return becomes === undefined ? lost : { becomes }
  }
