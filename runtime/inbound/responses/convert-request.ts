// The body of a Responses request → a chat. All errors are reported at once, each with its path.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import type { ChatRequest } from '../inbound-api.ts'
import { convertInput } from './convert-input.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertTools } from './convert-tools.ts'

export function convertRequest(body: JsonObject): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const lost = new Set<string>()
  const messages = convertInput(body['instructions'], body['input'], report, lost)
  const tools = convertTools(body, report, lost)
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages,
    ...tools,
    ...parameters,
    stream_options: body['stream'] === true ? { include_usage: true } : undefined,
  })
  return failure() ?? { body: chat, dropped: [...new Set([...dropped, ...lost])].sort() }
}
