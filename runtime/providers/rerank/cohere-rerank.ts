// Reranking in Cohere's schema, which several clouds speak too: strings only, and no documents in the reply.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { buildReply } from './build-reply.ts'
import { knownOptions, readRerankRequest } from './read-request.ts'

const supportedOptions = new Set(['top_n', 'max_tokens_per_doc', 'priority'])

const convertRequest = (body: JsonObject, context: AdapterContext): ProviderBody | Failure => {
  const { report, failure } = collectConversionErrors()
  const request = readRerankRequest(body, context, report)
  const options = knownOptions(request, name => supportedOptions.has(name))
  const { query, texts, extras } = request
  const converted = { ...extras, model: context.model, query, documents: texts, ...options.known }
  return failure() ?? { body: converted, dropped: options.dropped }
}

export const cohereRerank: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context) => buildReply(body, context),
}
