// OpenAI's embeddings request, parsed for both of the provider's APIs. It may also contain native parameters: the
// task type, a title, and whether long inputs are truncated.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { readInputTexts } from '../../wire/embeddings.ts'

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
