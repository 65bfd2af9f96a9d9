// An OpenAI chat → the body of Converse. The model and whether to stream are in the path.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { inlineMedia } from '../../wire/linked-media.ts'
import { joinFields } from '../../wire/parameters.ts'
import { fitToModelOfConverse } from './claude.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { modelPath } from './model.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(request: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { chat: body, dropped: unfit } = fitToModelOfConverse(request, context, report)
  const path = modelPath(context, context.stream ? 'converse-stream' : 'converse', report)
  const { system, messages } = convertToMessages(inlineMedia(body, context.media)['messages'], report)
  const tools = prepareTools(body, messages, context, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    messages,
    system,
    toolConfig: tools.toolConfig,
    ...joinFields(tools.modelFields, parameters),
  })
  return failure() ?? { body: converted, dropped: [...dropped, ...unfit, ...tools.dropped].sort(), path }
}
