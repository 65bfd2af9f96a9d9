// Reranking at Google Cloud: the ranking service of Discovery Engine, beside Vertex AI and with its credential. The ids of
// the records are the indexes of the documents.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asObject, asText, isList } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { buildReply } from '../../rerank/build-reply.ts'
import { knownOptions, readRerankRequest } from '../../rerank/read-request.ts'
import { rankingPath } from './vertex-endpoint.ts'

export const rerank: EndpointAdapter = { request: convertRequest, reply: convertReply }

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const location = rankingPath(context.settings)
  if (isFailure(location)) return location
  const request = readRerankRequest(body, context, report)
  const { known, dropped } = knownOptions(request, name => name === 'top_n')
  const { query, texts, extras } = request
  const converted = {
    ...extras,
    model: context.model,
    query,
    records: texts.map((content, index) => ({ id: String(index), content })),
    ...(known['top_n'] === undefined ? {} : { topN: known['top_n'] }),
    ignoreRecordDetailsInResponse: true,
  }
  return failure() ?? { body: converted, dropped, path: location.path }
}

function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { records } = asObject(body)
  if (!isList(records)) return buildReply(body, context)
  const results = records.map(asObject).map(({ id, score = null }) => ({ index: indexOf(asText(id)), score }))
  return buildReply({ results }, context)
}

/** Null for an id that is not the gateway's. */
const indexOf = (id = ''): number | null => (/^\d+$/.test(id) ? Number(id) : null)
