// Images of Replicate: a prediction of any model, official or with a version. The provider spec asks the provider to
// wait for its result, which it does for a minute. Inputs have the names that the model gives them, so those that the
// vendor does not have pass unchanged.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import {
  aspectRatio,
  linkedImageParameters,
  noImage,
  readPrompt,
  withoutMediaType,
} from '../../wire/images.ts'
import { type Conversion, parameterConverter, refuse } from '../../wire/parameters.ts'

const replicateImages: EndpointAdapter = { request: convertRequest, reply: convertReply }

export const replicate: ProviderAdapter = { endpoints: { 'images/generations': replicateImages } }

/** Those of the models with the most calls. */
const ASPECT_RATIOS = ['1:1', '21:9', '16:9', '3:2', '5:4', '4:5', '2:3', '9:16', '9:21', '4:3', '3:4']

/** Many models have this input, but not all: it is reported too. */
const severalImages: Conversion = (value, report) => {
  if (value === 1) return {}
  return Number.isInteger(value) && Number(value) > 1
    ? { fields: { num_outputs: value }, isLossy: true }
    : refuse(report, 'n', 'n must be a positive integer.')
}

const convertParameters = parameterConverter([
  ...linkedImageParameters,
  ['n', severalImages],
  ['size', aspectRatio(ASPECT_RATIOS, {}, ({ aspectRatio: ratio = null }) => ({ aspect_ratio: ratio }))],
])

const VENDOR_NAMES = new Set('model prompt stream response_format n size user partial_images'.split(' '))

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  if (!/^[\w.-]+(\/[\w.-]+(:\w+)?)?$/.test(context.model)) report(MODEL_FORM, 'model')
  const prompt = readPrompt(body, report)
  const [own, vendor] = splitParameters(body)
  const { parameters, dropped } = convertParameters(vendor, report, context)
  return failure() ?? { body: { version: context.model, input: { prompt, ...parameters, ...own } }, dropped }
}

const MODEL_FORM = 'model must have the form owner/name or owner/name:version.'

function splitParameters(body: JsonObject): readonly [own: JsonObject, vendor: JsonObject] {
  const entries = Object.entries(body).filter(([, value]) => value !== null)
  const select = (isVendor: boolean): JsonObject =>
    Object.fromEntries(entries.filter(([name]) => VENDOR_NAMES.has(name) === isVendor))
  return [select(false), select(true)]
}

function convertReply(body: unknown, { now }: AdapterContext): JsonObject | Failure {
  const { id, status, output } = asObject(body)
  if (status === 'starting' || status === 'processing') return unfinished(asText(id))
  const images = [output ?? null, ...asList(output)].flatMap(image => asText(image) || [])
  return images.length === 0 ? noImage(undefined) : { created: now, data: images.map(imageShape) }
}

const imageShape = (image: string): Json =>
  image.startsWith('data:') ? { b64_json: withoutMediaType(image) } : { url: image }

const unfinished = (id = ''): Failure =>
  failure(
    'timeout',
    `The prediction ${id} is not finished: GET /v1/proxy/predictions/${id} returns it later.`,
    {
      cause: 'timeout',
    },
  )
