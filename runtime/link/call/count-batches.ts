// The usage of batches that have finished: of the batch object that a client reads, or of the lines of its results. It is that of the call that
// reads it first, at the prices of batches, so limits and the log count it as any other (schemas/operation.md, "Batches").
import {
  asObject,
  asText,
  isList,
  isObject,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { tap } from '../../streams/tap.ts'
import { type ByteStream, readAll } from '../../values/byte-stream.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { DEEPEST_USAGE } from '../../values/prices/read-usage.ts'

/** Usage by model; that of results without one has none. */
type UsageByModel = Map<string | undefined, JsonObject>

const decoder = new TextDecoder('utf-8')

/** A list has at most so many. */
const MAX_BATCHES = 100

/** `claim`: whether a batch is to be counted here. */
export async function countBatches(
  reply: Reply,
  call: Call,
  provider: string,
  claim: (batch: string) => Promise<boolean>,
  maxBytes: number,
): Promise<Reply> {
  if (reply.status !== 200 || reply.failure !== undefined) return reply
  const { resource, path } = call
  const resultsOf =
    resource === undefined ? path.split('/')[3] : resource.operation === 'output' ? resource.id : undefined
  if (resultsOf !== undefined) {
    if (!(await claim(`${provider} ${resultsOf}`))) return reply
    const { body } = reply
    const used: UsageByModel = new Map()
    const finish = (): void => setUsage(call, used, [resultsOf])
    if (isStream(body))
      return { ...reply, body: tapLines(body, maxBytes, line => addResult(used, line), finish) }
    for (const line of decoder.decode(body).split('\n')) addResult(used, line)
    finish()
    return reply
  }
  const bytes = await wholeBody(reply.body, call, maxBytes)
  if (isFailure(bytes)) return failureReply(bytes, reply.target, reply.provider)
  const json = asObject(parseJson(decoder.decode(bytes)) ?? null)
  const batches = isList(json['data']) ? json['data'].filter(isObject) : [json]
  const used: UsageByModel = new Map()
  const counted: string[] = []
  for (const batch of batches.slice(0, MAX_BATCHES)) {
    const { id, usage, status } = batch
    if (typeof id !== 'string' || !isObject(usage) || !FINAL.has(status) || isZero(usage)) continue
    if (!(await claim(`${provider} ${id}`))) continue
    counted.push(id)
    addUsage(used, asText(batch['model']), usage)
  }
  setUsage(call, used, counted)
  return { ...reply, body: bytes }
}

/** A batch that expired or was cancelled is charged for the requests that were completed. https://platform.openai.com/docs/guides/batch */
const FINAL: ReadonlySet<unknown> = new Set(['completed', 'expired', 'cancelled', 'failed'])

const isZero = (usage: JsonObject): boolean =>
  Object.values(usage).every(each => typeof each !== 'number' || each === 0)

const wholeBody = (body: Reply['body'], call: Call, maxBytes: number): Promise<Uint8Array | Failure> =>
  isStream(body) ? new Promise(done => readAll(body, maxBytes, done, call.memory)) : Promise.resolve(body)

/**
 * A line of results: `response.body` is a reply of OpenAI's schema, `result.message` a message of Anthropic.
 * https://platform.openai.com/docs/api-reference/batch/request-output,
 * https://platform.claude.com/docs/en/api/creating-message-batches
 */
function addResult(used: UsageByModel, line: string): void {
  if (line.trim() === '') return
  const { response, result } = asObject(parseJson(line) ?? null)
  const reply = asObject(asObject(response)['body'] ?? asObject(result)['message'] ?? null)
  const { usage } = reply
  if (isObject(usage)) addUsage(used, asText(reply['model']) || undefined, usage)
}

function addUsage(used: UsageByModel, model: string | undefined, usage: JsonObject): void {
  used.set(model, sumOf(used.get(model) ?? {}, usage))
}

/** Numbers are added, also in objects; of what else there is the last holds. */
function sumOf(one: JsonObject, other: JsonObject, depth = 0): JsonObject {
  if (depth > DEEPEST_USAGE) return other
  const sum: Record<string, JsonObject[string]> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const before = sum[name]
    if (typeof value === 'number') sum[name] = (typeof before === 'number' ? before : 0) + value
    else if (isObject(value)) sum[name] = sumOf(asObject(before ?? null), value, depth + 1)
    else if (value !== null) sum[name] = value
  }
  return sum
}

/** Each model is an inference of its own, at its price; the tier is that of batches. */
function setUsage({ record }: Call, used: UsageByModel, batches: readonly string[]): void {
  if (used.size === 0) return
  const parts = Array.from(
    used,
    ([model, usage]): JsonObject => ({
      ...(model !== undefined && { model }),
      ...usage,
      service_tier: 'batch',
    }),
  )
  const { model: _, ...whole } = parts.reduce((sum: JsonObject, part) => sumOf(sum, part), {})
  record.usage = { ...whole, service_tier: 'batch', iterations: parts }
  record.batches = batches
  const [only, ...others] = used.keys()
  if (others.length === 0 && only !== undefined) record.servedModel = only
}

/** Calls back with each line of a stream that passes. A line that is longer than the limit is left out. */
function tapLines(
  body: ByteStream,
  maxBytes: number,
  onLine: (line: string) => void,
  onEnd: () => void,
): ByteStream {
  const text = new TextDecoder('utf-8')
  let line = ''
  let isTooLong = false
  const take = (piece: string): void => {
    const lines = piece.split('\n')
    for (const [index, part] of lines.entries()) {
      isTooLong ||= line.length + part.length > maxBytes
      line = isTooLong ? '' : line + part
      if (index === lines.length - 1) break
      if (!isTooLong) onLine(line)
      line = ''
      isTooLong = false
    }
  }
  /** What passed is counted, also of results that broke. */
  const finish = (): void => {
    take(`${text.decode()}\n`)
    onEnd()
  }
  const tapped = tap(body, { chunk: bytes => take(text.decode(bytes, { stream: true })), end: finish })
  return {
    ...tapped,
    cancel: () => {
      finish()
      tapped.cancel()
    },
  }
}
