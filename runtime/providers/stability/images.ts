// Images of Stability AI: three services that read forms, each at a path of its own. The reply is JSON because the
// provider spec asks for it; the default is the bytes of the image.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { copyTo, numeric, singleChoice, toField } from '../../wire/conversions.ts'
import { aspectRatio, imageParameters, imageReply, mapEnum, noImage, readPrompt } from '../../wire/images.ts'
import { ignoredWhen, parameterConverter } from '../../wire/parameters.ts'

const stabilityImages: EndpointAdapter = {
  request: convertRequest,
  reply: convertReply,
  sendsForm: true,
}

export const stability: ProviderAdapter = { endpoints: { 'images/generations': stabilityImages } }

const ASPECT_RATIOS = ['21:9', '16:9', '3:2', '5:4', '1:1', '4:5', '2:3', '9:16', '9:21']

const format = (output_format: string): JsonObject => ({ output_format })

const convertParameters = parameterConverter([
  ...imageParameters,
  ['n', singleChoice],
  ['size', aspectRatio(ASPECT_RATIOS, {}, ({ aspectRatio: ratio = null }) => ({ aspect_ratio: ratio }))],
  ['quality', ignoredWhen('auto')],
  ['output_format', mapEnum({ png: format('png'), jpeg: format('jpeg'), webp: format('webp') })],
  ['seed', numeric(toField('seed'))],
  ['aspect_ratio', copyTo(toField('aspect_ratio'))],
  ['negative_prompt', copyTo(toField('negative_prompt'))],
  ['style_preset', copyTo(toField('style_preset'))],
  ['cfg_scale', numeric(toField('cfg_scale'))],
])

/** The service of a model. Only that of Stable Diffusion has several. */
function serviceOf(model: string): { readonly service: string; readonly fields: JsonObject } | undefined {
  const [, service] = /^(?:stable-image-)?(core|ultra)$/.exec(model) ?? []
  if (service !== undefined) return { service, fields: {} }
  if (!/^sd3[\w.-]*$/.test(model)) return undefined
  return { service: 'sd3', fields: model === 'sd3' ? {} : { model } }
}

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { service, fields } = serviceOf(context.model) ?? {}
  if (service === undefined) report(UNKNOWN_MODEL, 'model')
  const prompt = readPrompt(body, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const path = `/v2beta/stable-image/generate/${service}`
  return failure() ?? { body: { prompt, ...fields, ...parameters }, dropped, path }
}

const UNKNOWN_MODEL =
  'model must be stable-image-core, stable-image-ultra, or a Stable Diffusion model such as sd3.5-large.'

function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { image, finish_reason: reason } = asObject(body)
  if (reason === 'CONTENT_FILTERED') return noImage('it was filtered.')
  const bytes = asText(image) ?? ''
  return bytes === '' ? noImage(undefined) : imageReply([bytes], context)
}
