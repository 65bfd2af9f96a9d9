// Images in the OpenAI schema: common request parameters, and the reply. Nearly all of these providers return the
// images themselves, and one returns their URLs.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asText } from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { ReportConversionError } from './conversion-errors.ts'
import {
  type Conversion,
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  refuse,
} from './parameters.ts'

const requestParameters: ParameterTable = [
  ['model prompt', handledElsewhere],
  ['stream', (value, report) => (value === true ? refuse(report, 'stream', NO_STREAM) : {})],
  ['partial_images', ignoredWhen(0)],
]

/** Parameters that all dialects treat alike; those of a dialect follow. */
export const imageParameters: ParameterTable = [
  ...requestParameters,
  ['response_format', responseFormat],
  ['background moderation', ignoredWhen('auto')],
]

/** The same for a provider that returns URLs, and whose models have specific parameters. */
export const linkedImageParameters: ParameterTable = [
  ...requestParameters,
  [
    'response_format',
    (value, report) => (value === 'url' ? {} : refuse(report, 'response_format', ONLY_URLS)),
  ],
]

const ONLY_URLS = 'response_format must be url: this provider returns the URLs of images.'

const NO_STREAM = 'stream is not supported for images by this provider.'

function responseFormat(value: Json, report: ReportConversionError): ConversionResult {
  return value === 'b64_json'
    ? {}
    : refuse(
        report,
        'response_format',
        'response_format must be b64_json: this provider does not return image URLs.',
      )
}

/** The prompt; reports an error if there is none. */
export function readPrompt(body: JsonObject, report: ReportConversionError): string {
  const prompt = asText(body['prompt']) ?? ''
  if (prompt.trim() === '') report('prompt must be a non-empty string.', 'prompt')
  return prompt
}

/** A size in pixels in the dialect's terms; `auto` is the provider's default. */
export const imageSize =
  (write: (width: number, height: number, report: ReportConversionError) => ConversionResult): Conversion =>
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
export const aspectRatio = (
  ratios: readonly string[],
  exact: Readonly<Record<string, JsonObject>>,
  write: (fields: JsonObject) => JsonObject,
): Conversion =>
  imageSize((width, height, report) => {
    const exactSize = exact[`${width}x${height}`]
    if (exactSize !== undefined) return { fields: write(exactSize) }
    const divisor = greatestDivisor(width, height)
    const ratio = `${width / divisor}:${height / divisor}`
    return ratios.includes(ratio)
      ? { fields: write({ aspectRatio: ratio }), isLossy: true }
      : refuse(report, 'size', `size must have an aspect ratio of this provider: ${ratios.join(', ')}.`)
  })

const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

/** `images` in base64, or as data URLs. */
export const imageReply = (
  images: readonly string[],
  { now }: AdapterContext,
  more: JsonObject = {},
): JsonObject => ({
  created: now,
  data: images.map(image => ({ b64_json: withoutMediaType(image) })),
  ...more,
})

/** The base64 of a data URL, or of itself. */
export const withoutMediaType = (image: string): string => image.replace(/^data:[^,]*,/, '')

/** No image: usually because a filter of the provider blocked it, as it would after a retry. */
export const noImage = (reason: string | undefined): Failure =>
  reason === undefined
    ? failure('invalid_upstream_reply', 'The provider returned no image.', { cause: 'decode' })
    : failure('invalid_request', `The provider generated no image: ${reason}`, { param: 'prompt' })

/** An enum value, which the dialect may not have. */
export const mapEnum =
  (mapping: Readonly<Record<string, JsonObject>>): Conversion =>
  value => {
    const becomes = typeof value === 'string' && Object.hasOwn(mapping, value) ? mapping[value] : undefined
    return becomes === undefined ? DROPPED : { fields: becomes }
  }
