// An embeddings request → the body that the model's maker expects.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { readEmbeddingInputs } from '../../wire/embedding-inputs.ts'
import { readInputTexts } from '../../wire/embeddings.ts'
import { joinFields } from '../../wire/parameters.ts'
import { embeddingModel } from './embedding-models.ts'
import { factsOfModel, foundationModel, modelPath } from './model.ts'

export function convertEmbeddingRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const path = modelPath(context, 'invoke', report)
  const model = embeddingModel(foundationModel(context))
  if (model === undefined) report('model does not support embeddings here.', 'model')
  if (model?.pictureBody !== undefined) {
    const [input = {}, ...more] = readEmbeddingInputs(body['input'], report) ?? []
    if (more.length > 0) report('input must contain at most 1 entry for this model.', 'input')
    const { parameters, dropped } = model.parameters(body, report, context)
    return failure() ?? { body: joinFields(model.pictureBody(input), parameters), dropped, path }
  }
  const texts = readInputTexts(body['input'], report)
  const limit = maxTexts(context)
  if (model !== undefined && texts !== undefined && texts.length > limit)
    report(
      `input must contain at most ${limit} ${limit === 1 ? 'text' : 'texts'} for this model, not ${texts.length}.`,
      'input',
    )
  if (model === undefined || texts === undefined) return failure() ?? { body: {}, dropped: [], path }
  const { parameters, dropped } = model.parameters(body, report, context)
  return failure() ?? { body: joinFields(model.body(texts, context.defaults), parameters), dropped, path }
}

/** Inputs of one request: one, unless the family of the model has another number. */
export const maxTexts = (context: AdapterContext): number => factsOfModel(context)?.embeddings?.inputs ?? 1
