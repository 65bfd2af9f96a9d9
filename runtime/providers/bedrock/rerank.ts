// Reranking by the models' own bodies through `invoke`. The service has a route for it, too, but on another host and
// under another signature; this one stands where the chats do.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../adapter.ts'
import { buildReply } from '../rerank/build-reply.ts'
import { knownOptions, readRequest } from '../rerank/read-request.ts'
import { collectProblems } from '../wire/report.ts'
import { makerOf, modelPath, tellingName } from './model.ts'
import { inputTokens } from './token-counts.ts'

interface Reranker {
  /** What its body holds besides the query and the documents. */
  readonly demanded: JsonObject
  readonly known: ReadonlySet<string>
}

const cohere: Reranker = { demanded: { api_version: 2 }, known: new Set(['top_n', 'max_tokens_per_doc']) }
const amazon: Reranker = { demanded: {}, known: new Set(['top_n']) }

/** Undefined for a model that does not rerank, or whose name does not tell. */
function rerankerOf(model: string): Reranker | undefined {
  const maker = /\brerank\b/.test(model) ? makerOf(model) : undefined
  if (maker === 'cohere') return cohere
  return maker === 'amazon' ? amazon : undefined
}

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectProblems()
  const asked = readRequest(body, context, report)
  const reranker = rerankerOf(tellingName(context))
  if (reranker === undefined) report('model is none that this gateway can rerank with here.', 'model')
  const { demanded, known } = reranker ?? amazon
  const path = modelPath(context, 'invoke', report)
  const options = knownOptions(asked, name => known.has(name))
  const { query, texts, extras } = asked
  const written = { ...demanded, ...extras, query, documents: texts, ...options.known }
  return failure() ?? { body: written, dropped: options.dropped, path }
}

export const rerank: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context, headers) => buildReply(body, context, inputTokens(headers)),
}
