// Text to image through `invoke`, with the models of Amazon and Stability. Image edits are form uploads, whose files
// no adapter reads: they are not supported here.
import { asList, asObject, asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import {
  copyTo,
  type FieldWriter,
  numeric,
  positiveInteger,
  singleChoice,
  toField,
} from '../../wire/conversions.ts'
import {
  aspectRatio,
  imageParameters,
  imageReply,
  imageSize,
  mapEnum,
  noImage,
  readPrompt,
} from '../../wire/images.ts'
import {
  type ConvertParameters,
  ignoredWhen,
  joinFields,
  parameterConverter,
  unchanged,
} from '../../wire/parameters.ts'
import { amazonModel, foundationModel, makerOf, modelPath } from './model.ts'

export const images: EndpointAdapter = { request: writeImage, reply: readImages }

function writeImage(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const path = modelPath(context, 'invoke', report)
  const prompt = readPrompt(body, report)
  const model = imageModel(foundationModel(context))
  if (model === undefined) report('model does not support image generation here.', 'model')
  const { parameters, dropped } = model?.parameters(body, report, context) ?? { parameters: {}, dropped: [] }
  const written = joinFields(model?.body(prompt) ?? {}, parameters)
  return failure() ?? { body: written, dropped, path }
}

/** Both makers return a list, and the reason when an image is missing from it. */
function readImages(body: unknown, context: AdapterContext): JsonObject | Failure {
  const reply = asObject(body)
  const generated = asList(reply['images']).flatMap(image => asText(image) || [])
  if (generated.length > 0) return imageReply(generated, context)
  const reasons = [reply['error'], ...asList(reply['finish_reasons'])].map(asText)
  return noImage(reasons.find(reason => reason !== undefined && reason !== ''))
}

/** A model, and how its maker expects a request. */
interface ImageModel {
  /** The body with the prompt and no parameters; converted parameters are merged into it. */
  readonly body: (prompt: string) => JsonObject
  readonly parameters: ConvertParameters
}

const config =
  (name: string): FieldWriter =>
  value => ({ imageGenerationConfig: { [name]: value } })
const fromText =
  (name: string): FieldWriter =>
  value => ({ textToImageParams: { [name]: value } })

const standard: JsonObject = { imageGenerationConfig: { quality: 'standard' } }
const premium: JsonObject = { imageGenerationConfig: { quality: 'premium' } }

const amazon: ImageModel = {
  body: text => ({ taskType: 'TEXT_IMAGE', textToImageParams: { text } }),
  parameters: parameterConverter([
    ...imageParameters,
    ['n', positiveInteger(config('numberOfImages'))],
    ['size', imageSize((width, height) => ({ fields: { imageGenerationConfig: { width, height } } }))],
    ['quality', mapEnum({ auto: {}, standard, medium: standard, premium, high: premium, hd: premium })],
    ['output_format', ignoredWhen('png')],
    ['seed', numeric(config('seed'))],
    ['cfg_scale cfgScale', numeric(config('cfgScale'))],
    ['negative_prompt negativeText', copyTo(fromText('negativeText'))],
    [
      'style',
      value =>
        value === 'vivid' || value === 'natural' ? { isLossy: true } : { fields: fromText('style')(value) },
    ],
    // Last, so that native parameters take precedence.
    ['textToImageParams imageGenerationConfig', unchanged],
  ]),
}

const PROPORTIONS = ['1:1', '16:9', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21']

const stability: ImageModel = {
  body: prompt => ({ prompt }),
  parameters: parameterConverter([
    ...imageParameters,
    ['n', singleChoice],
    ['size', aspectRatio(PROPORTIONS, {}, ({ aspectRatio }) => ({ aspect_ratio: aspectRatio ?? null }))],
    ['quality', ignoredWhen('auto')],
    ['output_format', mapEnum({ png: { output_format: 'png' }, jpeg: { output_format: 'jpeg' } })],
    ['seed', numeric(toField('seed'))],
    ['negative_prompt aspect_ratio mode', unchanged],
  ]),
}

/** Undefined for a model without text-to-image support, or with an unknown name. */
function imageModel(name: string): ImageModel | undefined {
  if (makerOf(name) === 'stability')
    return /stability\.(sd3|stable-image-(core|ultra))/.test(name) ? stability : undefined
  return /^(nova-canvas|titan-image-generator)/.test(amazonModel(name)) ? amazon : undefined
}
