// An OpenAI chat → the body of a chat in the dialect.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(chat: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { body, dropped: unfit } = fitToFamily(chat, context.facts)
  const messages = convertToMessages(body['messages'], report)
  const tools = prepareTools(body, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = { model: context.model, messages, ...tools, ...parameters, stream: context.stream }
  return failure() ?? { body: converted, dropped: [...dropped, ...unfit].sort() }
}
