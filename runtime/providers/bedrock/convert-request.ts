// An OpenAI chat → the body of Converse. The model and whether to stream are in the path.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
import { inlineMedia } from '../../wire/linked-media.ts'
import { type FittedChat, fitToModel } from '../anthropic/fit-to-model.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { foundationModel, makerOf, modelPath } from './model.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(request: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { chat: body, dropped: unfit } = fitted(request, context, report)
  const path = modelPath(context, context.stream ? 'converse-stream' : 'converse', report)
  const { system, messages } = convertToMessages(inlineMedia(body, context.media)['messages'], report)
  const tools = prepareTools(body, messages, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({ messages, system, toolConfig: tools.toolConfig, ...parameters })
  return failure() ?? { body: converted, dropped: [...dropped, ...unfit, ...tools.dropped].sort(), path }
}

/** Claude takes the words of its own dialect as additional fields. */
function fitted(body: JsonObject, context: AdapterContext, report: ReportConversionError): FittedChat {
  const model = foundationModel(context)
  return makerOf(model) === 'anthropic'
    ? fitToModel(body, context, report, model)
    : { chat: body, dropped: [] }
}
