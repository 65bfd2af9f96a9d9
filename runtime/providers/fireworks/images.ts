// Images of Fireworks: the FLUX models, each at the path of its own workflow. The reply is JSON because the provider
// spec asks for it; the default is the bytes of one image.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { copyTo, numeric, singleChoice, toField } from '../../wire/conversions.ts'
import { aspectRatio, imageParameters, imageReply, noImage, readPrompt } from '../../wire/images.ts'
import { ignoredWhen, parameterConverter } from '../../wire/parameters.ts'

const fireworksImages: EndpointAdapter = { request: convertRequest, reply: convertReply }

export const fireworks: ProviderAdapter = { endpoints: { 'images/generations': fireworksImages } }

const ASPECT_RATIOS = ['1:1', '21:9', '16:9', '3:2', '5:4', '4:5', '2:3', '9:16', '9:21', '4:3', '3:4']

const convertParameters = parameterConverter([
  ...imageParameters,
  ['n', singleChoice],
  ['size', aspectRatio(ASPECT_RATIOS, {}, ({ aspectRatio: ratio = null }) => ({ aspect_ratio: ratio }))],
  ['quality', ignoredWhen('auto')],
  ['output_format', ignoredWhen('png')],
  ['seed', numeric(toField('seed'))],
  ['aspect_ratio', copyTo(toField('aspect_ratio'))],
  ['guidance_scale', numeric(toField('guidance_scale'))],
  ['num_inference_steps', numeric(toField('num_inference_steps'))],
])

/** Models that edit images (FLUX Kontext) reply with the id of a task instead. */
const WORKFLOW_MODEL = /^(?:accounts\/([\w-]+)\/models\/)?(flux-(?!kontext)[\w.-]+)$/

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const [, account = 'fireworks', name = ''] = WORKFLOW_MODEL.exec(context.model) ?? []
  if (name === '') report('model does not support image generation here.', 'model')
  const prompt = readPrompt(body, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const path = `/workflows/accounts/${account}/models/${name}/text_to_image`
  return failure() ?? { body: { prompt, ...parameters }, dropped, path }
}

function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { base64, finishReason } = asObject(body)
  const images = [base64 ?? null, ...asList(base64)].flatMap(image => asText(image) || [])
  if (images.length > 0 && finishReason !== FILTERED) return imageReply(images, context)
  return noImage(finishReason === FILTERED ? 'it was filtered.' : undefined)
}

const FILTERED = 'CONTENT_FILTERED'
