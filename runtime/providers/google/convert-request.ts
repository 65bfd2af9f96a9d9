// An OpenAI chat → the body of `generateContent`. The two adapters add the path.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { fitToFamily } from '../../wire/fit-chat.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToContents } from './convert-to-contents.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(chat: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { body, dropped: unfit } = fitToFamily(chat, context.facts)
  const { report, failure } = collectConversionErrors()
  const { systemInstruction, contents } = convertToContents(body['messages'], context.model, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    systemInstruction,
    contents,
    ...prepareTools(body, report),
    ...parameters,
  })
  return (
    failure() ?? { body: converted, dropped: unfit.length === 0 ? dropped : [...dropped, ...unfit].sort() }
  )
}

/**
 * The method after the model in the path of a chat. Streams are requested as events; by default they are one JSON
 * list.
 */
export const chatMethod = ({ stream }: AdapterContext): string =>
  stream ? ':streamGenerateContent?alt=sse' : ':generateContent'
