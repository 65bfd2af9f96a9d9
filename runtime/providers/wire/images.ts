// Images in the OpenAI schema: common request parameters, and the reply. These providers return the images
// themselves, never their URLs.
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

/** Parameters that all dialects treat alike; those of a dialect follow. */
export const imageParameters: ParameterTable = [
  ['model prompt', elsewhere],
  ['stream', (value, report) => (value === true ? refuse(report, 'stream', NO_STREAM) : {})],
  ['response_format', responseFormat],
  ['background moderation', silentWhen('auto')],
  ['partial_images', silentWhen(0)],
]

const NO_STREAM = 'stream is not supported for images by this provider.'

function responseFormat(value: Json, report: Report): Outcome {
  return value === 'b64_json'
    ? {}
    : refuse(
        report,
        'response_format',
        'response_format must be b64_json: this provider does not return image URLs.',
      )
}

/** The prompt; reported where there is none. */
export function readPrompt(body: JsonObject, report: Report): string {
  const prompt = asText(body['prompt']) ?? ''
  if (prompt.trim() === '') report('prompt must be a non-empty string.', 'prompt')
  return prompt
}

/** A size in pixels in the dialect's terms; `auto` is the provider's default. */
export const sized =
  (write: (width: number, height: number, report: Report) => Outcome): Conversion =>
  (value, report) => {
    if (value === 'auto') return {}
    const [, width, height] = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(asText(value) ?? '') ?? []
    if (width === undefined || height === undefined)
      return refuse(report, 'size', 'size must have the form 1024x1024.')
    return write(Number(width), Number(height), report)
  }

/**
 * A size for a dialect that takes aspect ratios only. `exact` has the sizes that the provider produces exactly;
 * another size with one of the `ratios` loses its number of pixels, and any other ratio is rejected.
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
      : refuse(report, 'size', `size must have an aspect ratio of this provider: ${proportions.join(', ')}.`)
  })

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

/** `images` in base64. */
export const imageReply = (
  images: readonly string[],
  { now }: AdapterContext,
  more: JsonObject = {},
): JsonObject => ({ created: now, data: images.map(image => ({ b64_json: image })), ...more })

/** No image: usually because a filter of the provider blocked it, which a retry would meet again. */
export const noImage = (reason: string | undefined): Failure =>
  reason === undefined
    ? failure('invalid_upstream_reply', 'The provider returned no image.', { cause: 'decode' })
    : failure('invalid_request', `The provider generated no image: ${reason}`, { param: 'prompt' })

/** An enum value, which the dialect may not have. */
export const worded =
  (words: Readonly<Record<string, JsonObject>>): Conversion =>
  value => {
    const becomes = typeof value === 'string' && Object.hasOwn(words, value) ? words[value] : undefined
    return becomes === undefined ? lost : { becomes }
  }
