// A request to complete a text → the body that the model's maker wants, and the path of `invoke`.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { Failure } from '../../../failures.ts'
import type { AdapterContext, ProviderBody } from '../../adapter.ts'
import { inputTexts } from '../../wire/embeddings.ts'
import { joinFields } from '../../wire/parameters.ts'
import { collectProblems } from '../../wire/report.ts'
import { modelPath, tellingName } from '../model.ts'
import { textModel } from './text-models.ts'

export function convertCompletion(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectProblems()
  const path = modelPath(context, context.stream ? 'invoke-with-response-stream' : 'invoke', report)
  const model = textModel(tellingName(context))
  const prompts = inputTexts(body['prompt'])
  if (model === undefined)
    report('model is none whose texts this gateway can complete here; chats reach every model.', 'model')
  if (prompts === undefined) report('prompt is neither a text nor a list of texts.', 'prompt')
  if (prompts !== undefined && prompts.length > 1)
    report(`prompt holds ${prompts.length} texts, and this provider completes one at a time.`, 'prompt')
  if (model !== undefined && context.stream && !model.streams)
    report('stream is not possible with this model.', 'stream')
  if (model === undefined || prompts === undefined) return failure() ?? { body: {}, dropped: [], path }
  const { parameters, dropped } = model.parameters(body, report, context)
  const written = joinFields({ [model.prompt]: prompts[0] ?? '' }, parameters)
  return failure() ?? { body: written, dropped, path }
}
