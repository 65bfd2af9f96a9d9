// The tokens that a call may use, before it is made: its bytes, and the cap on its output.
import { asCount, asObject } from '../../schemas/values/json.ts'
import type { Endpoint } from '../values/adapter.ts'
import type { Body } from '../values/body/body.ts'
import type { Call } from '../values/call.ts'
import { isCompaction, isInputCount } from '../values/endpoints.ts'
import { isFailure } from '../values/failures.ts'
import { isLivePath } from '../values/gemini-path.ts'
import { nativeCall } from '../values/native-calls.ts'

export interface TokenEstimate {
  readonly input: number
  readonly output: number
}

export const BYTES_PER_TOKEN = 4

/** The output that is assumed of a call without a cap. */
const DEFAULT_OUTPUT = 1_024
/** The tokens that are assumed of a file within a body, whose bytes say nothing. */
const FILE_TOKENS = 1_500

const NONE: TokenEstimate = { input: 0, output: 0 }

/** Endpoints whose output is text of a model. */
const GENERATING: ReadonlySet<Endpoint> = new Set<Endpoint>([
  'chat/completions',
  'completions',
  'responses',
  'messages',
])

/** Endpoints that no provider charges for, or not by tokens. */
const WITHOUT_TOKENS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  'moderations',
  'messages/count_tokens',
  'images/variations',
])

/** Compared with names of a body, each of which is a separate string: most of them differ in length. */
const isCap = (name: string): boolean =>
  name.length >= 10 &&
  (name === 'max_tokens' || name === 'max_completion_tokens' || name === 'max_output_tokens')
const MAX_CHOICES = 128

/** The next response of a session: its sound, and that of the conversation before it. */
const OF_A_RESPONSE: TokenEstimate = { input: 1_024, output: 1_024 }

export function estimateTokens(
  call: Pick<Call, 'endpoint' | 'body' | 'method' | 'path' | 'pathname' | 'resource' | 'upgrade'>,
): TokenEstimate {
  const { endpoint, body } = call
  if (isReadSession(call)) return OF_A_RESPONSE
  if (endpoint === undefined && isCompaction(call))
    return { input: textTokens(body.bytes), output: DEFAULT_OUTPUT }
  if (endpoint === undefined) {
    const uses = nativeCall(call)?.uses ?? 'free'
    if (uses === 'free' || body.form !== undefined) return NONE
    return { input: textTokens(body.bytes), output: uses === 'output' ? nativeOutputOf(body) : 0 }
  }
  if (WITHOUT_TOKENS.has(endpoint) || body.form !== undefined) return NONE
  const input = textTokens(body.bytes)
  if (!GENERATING.has(endpoint)) return { input, output: 0 }
  return { input, output: outputOf(body) }
}

/** A connection whose events report what is used. */
export const isReadSession = ({ upgrade, path }: Pick<Call, 'upgrade' | 'path'>): boolean =>
  upgrade === true && (REALTIME.test(path) || isLivePath(path))

/** Sessions of OpenAI's realtime API, and not those that translate, which report nothing. */
const REALTIME = /^\/realtime(?:\?|$)/

/**
 * Whether what a call uses can be known: not where it is passed through, runs later as a batch, or is a connection that is not read.
 * Reading and deleting use nothing.
 */
export function isCountable({
  endpoint,
  method,
  resource,
  upgrade,
  path,
  pathname,
}: Pick<Call, 'endpoint' | 'method' | 'resource' | 'upgrade' | 'path' | 'pathname'>): boolean {
  if (upgrade === true) return isReadSession({ upgrade, path })
  if (endpoint !== undefined || method === 'GET' || method === 'HEAD' || method === 'DELETE') return true
  // Counting is free, and compactions and vendors' own calls report their usage.
  if (resource === undefined)
    return (
      isInputCount({ path, pathname }) ||
      isCompaction({ path, pathname }) ||
      nativeCall({ endpoint, resource, method, path, pathname }) !== undefined
    )
  return resource.route === 'files' || resource.operation !== 'create'
}

/** The cap on output, for all choices. */
function outputOf(body: Body): number {
  const fields = body.fields()
  if (isFailure(fields)) return DEFAULT_OUTPUT
  let cap = DEFAULT_OUTPUT
  let choices = 1
  for (const name of fields.names) {
    if (name === 'n') choices = countIn(body, name, 1, MAX_CHOICES) ?? 1
    else if (isCap(name)) cap = countIn(body, name, 0, Number.MAX_SAFE_INTEGER) ?? cap
  }
  return cap * choices
}

/** Caps of vendors' own requests, within the object that has them: of Gemini, interactions and Converse. */
const NATIVE_CAPS: ReadonlyMap<string, string> = new Map([
  ['generationConfig', 'maxOutputTokens'],
  ['generation_config', 'max_output_tokens'],
  ['inferenceConfig', 'maxTokens'],
])

function nativeOutputOf(body: Body): number {
  const fields = body.fields()
  if (isFailure(fields)) return DEFAULT_OUTPUT
  for (const name of fields.names) {
    const cap = NATIVE_CAPS.get(name)
    const count = cap === undefined ? undefined : asCount(asObject(body.field(name) ?? null)[cap])
    if (count !== undefined) return count
  }
  return outputOf(body)
}

function countIn(body: Body, name: string, least: number, most: number): number | undefined {
  const value = body.field(name)
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
    ? value
    : undefined
}

/** The marks before files in Base64, which are not text. */
const MARKS = [';base64,', '"data":"'].map(mark => new TextEncoder().encode(mark))
const QUOTE = 0x22

/** Tokens of the text in a body. Native searches: nothing is parsed. */
function textTokens(bytes: Uint8Array): number {
  let length = bytes.length
  let files = 0
  if (length <= FILE_TOKENS * BYTES_PER_TOKEN) return Math.ceil(length / BYTES_PER_TOKEN)
  for (const mark of MARKS) {
    let at = Buffer.prototype.indexOf.call(bytes, mark)
    while (at >= 0) {
      const start = at + mark.length
      const end = bytes.indexOf(QUOTE, start)
      if (end < 0) break
      if (end - start > FILE_TOKENS * BYTES_PER_TOKEN) {
        length -= end - start
        files += 1
      }
      at = Buffer.prototype.indexOf.call(bytes, mark, end)
    }
  }
  return Math.ceil(length / BYTES_PER_TOKEN) + files * FILE_TOKENS
}
