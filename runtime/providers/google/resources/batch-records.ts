// The requests and results of a batch in the Gemini API's format: each under its `key`.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asObject, asText, isObject } from '../../../../schemas/values/json.ts'
import {
  type BatchLine,
  convertBatchLines,
  lineContext,
  readBatchLines,
  readSingleModel,
} from '../../../resources/batch-input-jsonl.ts'
import { type BatchResult, outputLine } from '../../../resources/batch-output-jsonl.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import type { OperationContext } from '../../../values/resource-operation.ts'
import { convertReply } from '../convert-reply.ts'
import { convertRequest } from '../convert-request.ts'

export const ENDPOINT = '/v1/chat/completions'

export interface BatchRecords {
  readonly model: string
  readonly lines: readonly BatchLine[]
  /** The provider's request for each line. */
  readonly requests: readonly JsonObject[]
  readonly dropped: readonly string[]
}

/** `values` are OpenAI's lines; `parameter` is the one that contains them. */
export function writeRecords(
  values: Parameters<typeof readBatchLines>[0],
  parameter: string,
  context: OperationContext,
): BatchRecords | Failure {
  const lines = readBatchLines(values, ENDPOINT, parameter)
  if (isFailure(lines)) return lines
  const singleModel = readSingleModel(lines, parameter)
  if (isFailure(singleModel)) return singleModel
  const adapter = { request: convertRequest, reply: convertReply }
  const written = convertBatchLines(lines, adapter, context, parameter)
  if (isFailure(written)) return written
  return { model: singleModel.model, lines, requests: written.bodies, dropped: written.dropped }
}

/** True for a line of results, by which a result file is recognized. */
export const isResultLine = (line: unknown): line is JsonObject =>
  isObject(line) && (isObject(line['response']) || isObject(line['error']))

/** Requests in the body of a batch have their key in `metadata`. */
export function toOutputLine(line: JsonObject, index: number, context: OperationContext): JsonObject {
  const key = asText(line['key']) ?? asText(asObject(line['metadata'])['key']) ?? ''
  const replyContext = lineContext({ model: '' }, index, context)
  return outputLine(key, resultOf(line), { reply: convertReply }, replyContext)
}

function resultOf({ response, error }: JsonObject): BatchResult {
  return isObject(error) ? { status: statusOf(error['code']), error: { error } } : { body: response }
}

/** Errors within a batch have gRPC status codes, which are small, or HTTP statuses. */
const STATUSES: ReadonlyMap<number, number> = new Map([
  [3, 400],
  [4, 504],
  [5, 404],
  [7, 403],
  [8, 429],
  [14, 503],
  [16, 401],
])

function statusOf(code: unknown): number {
  const number = asCount(code) ?? 0
  return number >= 400 && number < 600 ? number : (STATUSES.get(number) ?? 500)
}
