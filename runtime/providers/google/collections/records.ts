// The requests and results of a batch in the Gemini API's format: each under its `key`.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { CollectionContext } from '../../../collections/collection.ts'
import { outputLine, type Result } from '../../../collections/output-lines.ts'
import {
  lineContext,
  onlyModel,
  readVendorLines,
  type VendorLine,
  writeVendorLines,
} from '../../../collections/vendor-lines.ts'
import { type Failure, isFailure } from '../../../failures.ts'
import { asCount, asObject, asText, isObject } from '../../wire/json.ts'
import { convertReply } from '../convert-reply.ts'
import { convertRequest } from '../convert-request.ts'

export const ENDPOINT = '/v1/chat/completions'

export interface Records {
  readonly model: string
  readonly lines: readonly VendorLine[]
  /** The provider's request for each line. */
  readonly requests: readonly JsonObject[]
  readonly dropped: readonly string[]
}

/** `values` are OpenAI's lines; `parameter` is the one that contains them. */
export function writeRecords(
  values: Parameters<typeof readVendorLines>[0],
  place: string,
  context: CollectionContext,
): Records | Failure {
  const lines = readVendorLines(values, ENDPOINT, place)
  if (isFailure(lines)) return lines
  const one = onlyModel(lines, place)
  if (isFailure(one)) return one
  const adapter = { request: convertRequest, reply: convertReply }
  const written = writeVendorLines(lines, adapter, context, place)
  if (isFailure(written)) return written
  return { model: one.model, lines, requests: written.bodies, dropped: written.dropped }
}

/** True for a line of results, by which a result file is recognized. */
export const isResult = (line: unknown): line is JsonObject =>
  isObject(line) && (isObject(line['response']) || isObject(line['error']))

/** Requests in the body of a batch have their key in `metadata`. */
export function readResult(line: JsonObject, index: number, context: CollectionContext): JsonObject {
  const key = asText(line['key']) ?? asText(asObject(line['metadata'])['key']) ?? ''
  const about = lineContext({ model: '' }, index, context)
  return outputLine(key, resultOf(line), { reply: convertReply }, about)
}

function resultOf({ response, error }: JsonObject): Result {
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
