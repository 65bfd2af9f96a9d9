// An OpenAI chat → the body of a chat in the dialect, which streams by default.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext, ProviderBody } from '../adapter.ts'
import { present } from '../wire/json.ts'
import { collectProblems } from '../wire/report.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectProblems()
  const messages = convertToMessages(body['messages'], context.media ?? new Map(), report)
  const { tools, dropped: lost } = prepareTools(body, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const { model, stream } = context
  const converted = present({ model, messages, tools, ...parameters, stream })
  return failure() ?? { body: converted, dropped: [...dropped, ...lost].sort() }
}
