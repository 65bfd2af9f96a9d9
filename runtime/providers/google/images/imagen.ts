// Text to image with Imagen, at `predict`: a list of instances with one prompt, and parameters for all.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText, isList } from '../../../../schemas/values/json.ts'
import type { AdapterContext } from '../../../values/adapter.ts'
import type { Failure } from '../../../values/failures.ts'
import { copyTo, type FieldWriter, numeric, positiveInteger, toField } from '../../../wire/conversions.ts'
import { aspectRatio, imageParameters, imageReply, mapEnum, noImage } from '../../../wire/images.ts'
import { ignoredWhen, parameterConverter } from '../../../wire/parameters.ts'

const ASPECT_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9']

/** Output sizes of the models by aspect ratio: the default one, and the one at twice the resolution. */
const SIZES: readonly (readonly [aspectRatio: string, size: string, large: string])[] = [
  ['1:1', '1024x1024', '2048x2048'],
  ['3:4', '896x1280', '1792x2560'],
  ['4:3', '1280x896', '2560x1792'],
  ['9:16', '768x1408', '1536x2816'],
  ['16:9', '1408x768', '2816x1536'],
]

const exact: Readonly<Record<string, JsonObject>> = Object.fromEntries(
  SIZES.flatMap(([aspectRatio, size, large]) => [
    [size, { aspectRatio }],
    [large, { aspectRatio, sampleImageSize: '2K' }],
  ]),
)

const output =
  (name: string): FieldWriter =>
  value => ({ outputOptions: { [name]: value } })

const convert = parameterConverter([
  ...imageParameters,
  ['n', positiveInteger(toField('sampleCount'))],
  ['size', aspectRatio(ASPECT_RATIOS, exact, fields => fields)],
  ['quality', ignoredWhen('auto')],
  [
    'output_format',
    mapEnum({ png: output('mimeType')('image/png'), jpeg: output('mimeType')('image/jpeg') }),
  ],
  ['output_compression', numeric(output('compressionQuality'))],
  ['seed', numeric(toField('seed'))],
  ['aspect_ratio aspectRatio', copyTo(toField('aspectRatio'))],
  ['negative_prompt negativePrompt', copyTo(toField('negativePrompt'))],
  ['person_generation personGeneration', copyTo(toField('personGeneration'))],
  ['safety_setting safetySetting', copyTo(toField('safetySetting'))],
  ['add_watermark addWatermark', copyTo(toField('addWatermark'))],
  ['enhance_prompt enhancePrompt', copyTo(toField('enhancePrompt'))],
  ['sample_image_size sampleImageSize', copyTo(toField('sampleImageSize'))],
  ['guidance_scale guidanceScale', copyTo(toField('guidanceScale'))],
  ['language', copyTo(toField('language'))],
])

/** OpenAI generates one image by default, and this dialect four: so the number is always sent. */
export function imagenRequest(prompt: string, ...args: Parameters<typeof convert>) {
  const { parameters, dropped } = convert(...args)
  const all: JsonObject = { sampleCount: 1, includeRaiReason: true, ...parameters }
  return { body: { instances: [{ prompt }], parameters: all }, dropped }
}

export function readImagenImages(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { predictions } = asObject(body)
  const all = asList(predictions).map(asObject)
  const imageBytes = stringValues(all, 'bytesBase64Encoded')
  if (imageBytes.length > 0) return imageReply(imageBytes, context)
  const [reason] = stringValues(all, 'raiFilteredReason')
  // Filtered images may be missing without a reason.
  return noImage(reason ?? (isList(predictions) || isEmpty(body) ? 'all of them were filtered.' : undefined))
}

const stringValues = (objects: readonly JsonObject[], name: string): readonly string[] =>
  objects.flatMap(object => asText(object[name] as Json) || [])

const isEmpty = (body: unknown): boolean => JSON.stringify(body) === '{}'
