// The image models with their requests: Amazon's and Stability's, through `invoke`.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import {
  copyTo,
  type FieldWriter,
  numeric,
  positiveInteger,
  singleChoice,
  toField,
} from '../../../wire/conversions.ts'
import { aspectRatio, imageParameters, imageSize, mapEnum } from '../../../wire/images.ts'
import {
  type ConvertParameters,
  ignoredWhen,
  parameterConverter,
  unchanged,
} from '../../../wire/parameters.ts'
import { amazonModel, makerOf } from '../model.ts'

export interface ImageModel {
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
export function imageModel(name: string): ImageModel | undefined {
  if (makerOf(name) === 'stability')
    return /stability\.(sd3|stable-image-(core|ultra))/.test(name) ? stability : undefined
  return /^(nova-canvas|titan-image-generator)/.test(amazonModel(name)) ? amazon : undefined
}
