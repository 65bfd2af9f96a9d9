// Text to image with Imagen, at `predict`: a list of instances with one prompt, and parameters for all.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import type { Failure } from '../../../failures.ts'
import type { AdapterContext } from '../../adapter.ts'
import { as, numeric, type Place, placed, positiveInteger } from '../../wire/conversions.ts'
import { imageParameters, imageReply, noImage, proportioned, worded } from '../../wire/images.ts'
import { asList, asObject, asText, isList } from '../../wire/json.ts'
import { parameterConverter, silentWhen } from '../../wire/parameters.ts'

const PROPORTIONS = ['1:1', '3:4', '4:3', '9:16', '16:9']

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
  (name: string): Place =>
  value => ({ outputOptions: { [name]: value } })

const convert = parameterConverter([
  ...imageParameters,
  ['n', positiveInteger(as('sampleCount'))],
  ['size', proportioned(PROPORTIONS, exact, said => said)],
  ['quality', silentWhen('auto')],
  ['output_format', worded({ png: output('mimeType')('image/png'), jpeg: output('mimeType')('image/jpeg') })],
  ['output_compression', numeric(output('compressionQuality'))],
  ['seed', numeric(as('seed'))],
  ['aspect_ratio aspectRatio', placed(as('aspectRatio'))],
  ['negative_prompt negativePrompt', placed(as('negativePrompt'))],
  ['person_generation personGeneration', placed(as('personGeneration'))],
  ['safety_setting safetySetting', placed(as('safetySetting'))],
  ['add_watermark addWatermark', placed(as('addWatermark'))],
  ['enhance_prompt enhancePrompt', placed(as('enhancePrompt'))],
  ['sample_image_size sampleImageSize', placed(as('sampleImageSize'))],
  ['guidance_scale guidanceScale', placed(as('guidanceScale'))],
  ['language', placed(as('language'))],
])

/** OpenAI generates one image by default, and this dialect four: so the number is always sent. */
export function askImagen(prompt: string, ...given: Parameters<typeof convert>) {
  const { parameters, dropped } = convert(...given)
  const all: JsonObject = { sampleCount: 1, includeRaiReason: true, ...parameters }
  return { body: { instances: [{ prompt }], parameters: all }, dropped }
}

export function readImagen(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { predictions } = asObject(body)
  const all = asList(predictions).map(asObject)
  const made = texts(all, 'bytesBase64Encoded')
  if (made.length > 0) return imageReply(made, context)
  const [reason] = texts(all, 'raiFilteredReason')
  // Filtered images may be missing without a reason.
  return noImage(reason ?? (isList(predictions) || isEmpty(body) ? 'all of them were filtered.' : undefined))
}

const texts = (objects: readonly JsonObject[], name: string): readonly string[] =>
  objects.flatMap(object => asText(object[name] as Json) || [])

const isEmpty = (body: unknown): boolean => JSON.stringify(body) === '{}'
