// Rerankers that speak nearly the gateway's own schema (Jina, Voyage, Together, OpenRouter, SiliconFlow, vLLM,
// Infinity and similar). Differences are in the provider spec: `renames` and `omits`.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { buildReply } from './build-reply.ts'
import { knownOptions, readRerankRequest } from './read-request.ts'

export const compatibleRerank: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context) => buildReply(body, context),
}

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const request = readRerankRequest(body, context, report)
  const { renames = {}, omits = [] } = context
  const { known, dropped } = knownOptions(request, name => !omits.includes(name))
  // Most take strings only; other fields matter only where `rank_fields` selects them.
  const documents = known['rank_fields'] === undefined ? request.texts : request.documents
  const fields = { model: context.model, query: request.query, documents, ...known }
  const renamed = Object.entries(fields).map(([name, value]): readonly [string, Json] => [
    renames[name] ?? name,
    value,
  ])
  return failure() ?? { body: { ...request.extras, ...Object.fromEntries(renamed) }, dropped }
}
