// The body of a Messages request → a chat. All errors are reported at once, each with its path.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import type { ChatRequest } from '../inbound-api.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { convertTools } from './convert-tools.ts'
import { createDroppedFields } from './dropped-fields.ts'

export function convertRequest(body: JsonObject, servesClaude = false): ChatRequest | Failure {
  const { report, failure } = collectConversionErrors()
  const droppedFields = createDroppedFields(servesClaude)
  if ((body['max_tokens'] ?? null) === null) report('max_tokens is missing.', 'max_tokens')
  const messages = convertToMessages(body['system'], body['messages'], report, droppedFields)
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages,
    ...convertTools(body, servesClaude, report, droppedFields),
    ...parameters,
    stream_options: body['stream'] === true ? { include_usage: true } : undefined,
  })
  return failure() ?? { body: chat, dropped: [...new Set([...dropped, ...droppedFields.names])].sort() }
}
