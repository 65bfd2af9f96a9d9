// Reranking with model-specific bodies through `invoke`. The service also has its own route for it, but on another
// host and with another signature; this one is on the host of the chats.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { buildReply } from '../rerank/build-reply.ts'
import { knownOptions, readRerankRequest } from '../rerank/read-request.ts'
import { foundationModel, makerOf, modelPath } from './model.ts'
import { inputTokens } from './token-counts.ts'

interface Reranker {
  /** Required properties of the body besides the query and the documents. */
  readonly required: JsonObject
  readonly known: ReadonlySet<string>
}

const cohere: Reranker = { required: { api_version: 2 }, known: new Set(['top_n', 'max_tokens_per_doc']) }
const amazon: Reranker = { required: {}, known: new Set(['top_n']) }

/** Undefined for a model without reranking, or with an unknown name. */
function rerankerOf(model: string): Reranker | undefined {
  const maker = /\brerank\b/.test(model) ? makerOf(model) : undefined
  if (maker === 'cohere') return cohere
  return maker === 'amazon' ? amazon : undefined
}

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const request = readRerankRequest(body, context, report)
  const reranker = rerankerOf(foundationModel(context))
  if (reranker === undefined) report('model does not support reranking here.', 'model')
  const { required, known } = reranker ?? amazon
  const path = modelPath(context, 'invoke', report)
  const options = knownOptions(request, name => known.has(name))
  const { query, texts, extras } = request
  const written = { ...required, ...extras, query, documents: texts, ...options.known }
  return failure() ?? { body: written, dropped: options.dropped, path }
}

export const rerank: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context, headers) => buildReply(body, context, inputTokens(headers)),
}
