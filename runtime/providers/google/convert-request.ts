// A chat of the vendor → the body of `generateContent`. Which address it goes to is the business of the two adapters.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext, ProviderBody } from '../adapter.ts'
import { present } from '../wire/json.ts'
import { collectProblems } from '../wire/report.ts'
import { convertParameters } from './convert-parameters.ts'
import { convertToContents } from './convert-to-contents.ts'
import { prepareTools } from './prepare-tools.ts'

export function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectProblems()
  const { systemInstruction, contents } = convertToContents(body['messages'], context.model, report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    systemInstruction,
    contents,
    ...prepareTools(body, report),
    ...parameters,
  })
  return failure() ?? { body: converted, dropped }
}

/** What follows the model in the address of a chat. Streams are asked for as events; without that they are one list. */
export const chatVerb = ({ stream }: AdapterContext): string =>
  stream ? ':streamGenerateContent?alt=sse' : ':generateContent'
