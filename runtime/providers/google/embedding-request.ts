// What the vendor's embeddings request asks, for both of the provider's interfaces. Beside the vendor's parameters it
// may hold the dialect's own: the task that the vectors are for, a title, and whether long texts are cut.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { inputTexts } from '../wire/embeddings.ts'
import { asText } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'

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

export function readEmbeddingRequest(body: JsonObject, report: Report): EmbeddingRequest {
  const texts = inputTexts(body['input'])
  if (texts === undefined)
    report('input is not a text or a list of texts, which this provider demands.', 'input')
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

function readDimensions(value: Json, report: Report): number | undefined {
  if (value === null) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  report('dimensions is not a positive integer.', 'dimensions')
  return undefined
}
