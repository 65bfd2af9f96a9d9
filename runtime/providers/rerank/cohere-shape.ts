// Reranking in Cohere's schema, which several clouds speak too: texts only, and no documents in the reply.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../adapter.ts'
import { collectProblems } from '../wire/report.ts'
import { buildReply } from './build-reply.ts'
import { knownOptions, readRequest } from './read-request.ts'

const known = new Set(['top_n', 'max_tokens_per_doc', 'priority'])

const convertRequest = (body: JsonObject, context: AdapterContext): ProviderBody | Failure => {
  const { report, failure } = collectProblems()
  const asked = readRequest(body, context, report)
  const options = knownOptions(asked, name => known.has(name))
  const { query, texts, extras } = asked
  const written = { ...extras, model: context.model, query, documents: texts, ...options.known }
  return failure() ?? { body: written, dropped: options.dropped }
}

export const cohereRerank: EndpointAdapter = {
  request: convertRequest,
  reply: (body, context) => buildReply(body, context),
}

/** On Azure a model has its plain name, without the `cohere.` prefix. */
const ownName = (model: string): string => model.replace(/^cohere\./i, '')

export const foundryRerank: EndpointAdapter = {
  request: (body, context) => convertRequest(body, { ...context, model: ownName(context.model) }),
  reply: cohereRerank.reply,
}
