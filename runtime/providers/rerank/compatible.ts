// Rerankers that speak nearly the gateway's own schema (Jina, Voyage, Together, OpenRouter, SiliconFlow, vLLM,
// Infinity and similar). Differences are in the provider spec: `renames` and `omits`.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../adapter.ts'
import { collectProblems } from '../wire/report.ts'
import { buildReply } from './build-reply.ts'
import { knownOptions, readRequest } from './read-request.ts'

export const compatibleRerank: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context) => buildReply(body, context),
}

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectProblems()
  const asked = readRequest(body, context, report)
  const { renames = {}, omits = [] } = context
  const { known, dropped } = knownOptions(asked, name => !omits.includes(name))
  // Most take texts only; other fields matter only where `rank_fields` selects them.
  const documents = known['rank_fields'] === undefined ? asked.texts : asked.documents
  const words = { model: context.model, query: asked.query, documents, ...known }
  const renamed = Object.entries(words).map(([name, value]): readonly [string, Json] => [
    renames[name] ?? name,
    value,
  ])
  return failure() ?? { body: { ...asked.extras, ...Object.fromEntries(renamed) }, dropped }
}
