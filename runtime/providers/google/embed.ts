// Embeddings of the Gemini API: many inputs in one request, each with its own settings. The API counts no tokens for
// most models; usage is 0 then. Vertex AI has the same parameters and vectors (vertex/embed.ts).
import {
  asCount,
  asList,
  asObject,
  asText,
  isList,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { collectConversionErrors, type ReportConversionError } from '../../wire/conversion-errors.ts'
import { embeddingReply, maxInputs, readInputTexts } from '../../wire/embeddings.ts'
import { modelPath } from './model-name.ts'
import { readError } from './read-error.ts'

export const embed: EndpointAdapter = {
  request: convertRequest,
  reply: convertReply,
  maxInputs,
}

function convertRequest(body: JsonObject, { model }: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { texts, dimensions, taskType, title, autoTruncate, dropped } = readEmbeddingRequest(body, report)
  const path = modelPath(model)
  const requests = texts.map(text =>
    present({
      model: path,
      content: { parts: [{ text }] },
      taskType,
      title,
      outputDimensionality: dimensions,
      autoTruncate,
    }),
  )
  return failure() ?? { body: { requests }, dropped, path: `/${path}:batchEmbedContents` }
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const { embeddings, usageMetadata } = asObject(body)
  const vectors = readValueVectors(asList(embeddings))
  if (vectors === undefined) return unreadableEmbeddings(body)
  const prompt = asCount(asObject(usageMetadata)['promptTokenCount']) ?? 0
  return embeddingReply(model, vectors, prompt, base64Vectors === true)
}

/**
 * OpenAI's embeddings request. It may also contain native parameters: the task type, a title, and whether
 * long inputs are truncated.
 */
export interface EmbeddingRequest {
  readonly texts: readonly string[]
  readonly dimensions: number | undefined
  readonly taskType: string | undefined
  readonly title: string | undefined
  readonly autoTruncate: boolean | undefined
  /** Sorted. */
  readonly dropped: readonly string[]
}

const known = new Set(
  'model input dimensions encoding_format task_type taskType title auto_truncate autoTruncate'.split(' '),
)

export function readEmbeddingRequest(body: JsonObject, report: ReportConversionError): EmbeddingRequest {
  const texts = readInputTexts(body['input'], report)
  const taskType = body['task_type'] ?? body['taskType'] ?? null
  const truncate = body['auto_truncate'] ?? body['autoTruncate']
  return {
    texts: texts ?? [],
    dimensions: readDimensions(body['dimensions'] ?? null, report),
    taskType: asText(taskType)?.toUpperCase(),
    title: asText(body['title']),
    autoTruncate: typeof truncate === 'boolean' ? truncate : undefined,
    dropped: Object.keys(body)
      .filter(name => !known.has(name) && body[name] !== null)
      .sort(),
  }
}

function readDimensions(value: Json, report: ReportConversionError): number | undefined {
  if (value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  report('dimensions must be a positive integer.', 'dimensions')
  return undefined
}

/** The `values` of each embedding; undefined where one has none, or there are no embeddings. */
export function readValueVectors(embeddings: readonly Json[]): readonly (readonly number[])[] | undefined {
  const vectors = embeddings.map(embedding => asObject(embedding)['values'])
  return vectors.length > 0 && vectors.every(isVector) ? vectors : undefined
}

const isVector = (values: Json | undefined): values is readonly number[] =>
  isList(values) && values.every(value => typeof value === 'number')

export const unreadableEmbeddings = (body: unknown): Failure =>
  failure(
    'invalid_upstream_reply',
    asObject(body)['error'] === undefined
      ? 'The provider returned no embeddings.'
      : readError(body, 200).message,
    { cause: 'decode' },
  )
