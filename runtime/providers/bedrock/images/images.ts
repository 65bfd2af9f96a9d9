// Text to image through `invoke`. Image edits are form uploads, whose files no adapter reads: they are not
// supported here.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import type { Failure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { imageReply, noImage, readPrompt } from '../../../wire/images.ts'
import { joinFields } from '../../../wire/parameters.ts'
import { foundationModel, modelPath } from '../model.ts'
import { imageModel } from './image-models.ts'

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
