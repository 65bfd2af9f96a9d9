// An OpenAI chat → the body of a message.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { fitToModel } from './fit-to-model.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(request: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { chat: body, dropped: unfit } = fitToModel(request, context, report)
  const { system, messages } = convertToMessages(body['messages'], report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    model: context.model,
    max_tokens: maxTokens(body, context.defaults, report),
    system,
    messages,
    ...prepareTools(body, report),
    ...parameters,
    stream: context.stream ? true : undefined,
  })
  return failure() ?? { body: converted, dropped: [...dropped, ...unfit].sort() }
}

/** The dialect requires a limit. The default applies to the answer only, so a thinking budget is added to it. */
function maxTokens(body: JsonObject, defaults: JsonObject, report: ReportConversionError): Json | undefined {
  const name = (body['max_completion_tokens'] ?? null) === null ? 'max_tokens' : 'max_completion_tokens'
  const limit = body[name] ?? null
  if (limit !== null) {
    if (Number.isInteger(limit) && Number(limit) >= 1) return limit
    report(`${name} must be a positive integer.`, name)
    return undefined
  }
  const fallback = asCount(defaults['max_tokens'])
  const budget = asCount(asObject(body['thinking'])['budget_tokens']) ?? 0
  return fallback === undefined ? undefined : fallback + budget
}
