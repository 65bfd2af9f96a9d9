// A text completion request → the body that the model's maker expects, and the path of `invoke`.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../../values/adapter.ts'
import type { Failure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { inputTexts } from '../../../wire/embeddings.ts'
import { joinFields } from '../../../wire/parameters.ts'
import { foundationModel, modelPath } from '../model.ts'
import { textModel } from './text-models.ts'

export function convertCompletion(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const path = modelPath(context, context.stream ? 'invoke-with-response-stream' : 'invoke', report)
  const model = textModel(foundationModel(context))
  const prompts = inputTexts(body['prompt'])
  if (model === undefined)
    report('model does not support text completions here; use chat completions instead.', 'model')
  if (prompts === undefined) report('prompt must be a string or an array of strings.', 'prompt')
  if (prompts !== undefined && prompts.length > 1)
    report(`prompt must contain one text for this provider, not ${prompts.length}.`, 'prompt')
  if (model !== undefined && context.stream && !model.streams)
    report('stream is not supported by this model.', 'stream')
  if (model === undefined || prompts === undefined) return failure() ?? { body: {}, dropped: [], path }
  const { parameters, dropped } = model.parameters(body, report, context)
  const written = joinFields({ [model.prompt]: prompts[0] ?? '' }, parameters)
  return failure() ?? { body: written, dropped, path }
}
