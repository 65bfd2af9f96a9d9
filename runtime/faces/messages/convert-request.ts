// The body of a Messages request → a chat. All errors are reported at once, each with its path.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import { present } from '../../providers/wire/json.ts'
import { collectProblems } from '../../providers/wire/report.ts'
import type { ChatRequest } from '../face.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToMessages } from './convert-to-messages.ts'
import { convertTools } from './convert-tools.ts'
import { beginLosses } from './losses.ts'

export function convertRequest(body: JsonObject): ChatRequest | Failure {
  const { report, failure } = collectProblems()
  const losses = beginLosses()
  if ((body['max_tokens'] ?? null) === null) report('max_tokens is missing.', 'max_tokens')
  const messages = convertToMessages(body['system'], body['messages'], report, losses)
  const { parameters, dropped } = convertParameters(body, report, undefined)
  const chat = present({
    model: body['model'],
    messages,
    ...convertTools(body, report, losses),
    ...parameters,
    stream_options: body['stream'] === true ? { include_usage: true } : undefined,
  })
  return failure() ?? { body: chat, dropped: [...new Set([...dropped, ...losses])].sort() }
}
