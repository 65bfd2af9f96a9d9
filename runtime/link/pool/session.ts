// What a session of a client is recognized by, so that a pool keeps it at one member, where its prompt is cached: an identifier that the
// client sends, else the start of its prompt. Nothing of a long prompt is parsed but its first message.

import type { PlanPoolSticky } from '../../../schemas/generated/types.ts'
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import type { Body } from '../../values/body/body.ts'
import {
  afterSpace,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  scanFields,
  skipNested,
  skipString,
} from '../../values/body/scan-json-fields.ts'
import { concatenate } from '../../values/byte-stream.ts'
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'

/** The headers by which agents name their sessions, in the order in which they count. */
export const SESSION_HEADERS: readonly {
  readonly header: string
  readonly agent: string
  readonly source: string
}[] = [
  {
    header: 'x-claude-code-session-id',
    agent: 'Claude Code',
    source: 'https://code.claude.com/docs/en/llm-gateway',
  },
  {
    header: 'session_id',
    agent: 'Codex',
    source: 'https://github.com/openai/codex/blob/main/codex-rs/codex-api/src/requests/headers.rs',
  },
  {
    header: 'x-session-affinity',
    agent: 'opencode, Crush',
    source:
      'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts, https://github.com/charmbracelet/crush/pull/3277',
  },
  {
    header: 'x-session-id',
    agent: 'opencode, Crush',
    source:
      'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts, https://github.com/charmbracelet/crush/pull/3277',
  },
  {
    header: 'x-opencode-session',
    agent: 'opencode',
    source: 'https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/session/llm/request.ts',
  },
  {
    header: 'agent-session-id',
    agent: 'Goose',
    source: 'https://github.com/block/goose/blob/main/crates/goose/src/session_context.rs',
  },
]

/**
 * The session in the `metadata.user_id` of Claude Code, which older versions send without the header: `user_…_account_…_session_…`, or JSON
 * with a `session_id` (test/runtime/coding-agents/claude-code.ts).
 */
const SESSION_OF_USER = /(?:_session_|"session_id"\s*:\s*")([\w-]{8,64})/

/**
 * The fewest tokens that a provider caches, for the model of it that caches the fewest. Providers that are not listed cache any prompt, or do
 * not document a minimum. https://platform.openai.com/docs/guides/prompt-caching,
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
const LEAST_CACHED: Readonly<Record<string, number>> = {
  openai: 1024,
  'azure-openai': 1024,
  anthropic: 512,
}

/** A body has at least so many bytes for each token. */
const LEAST_BYTES_PER_TOKEN = 3

/** The bytes of each part of a prompt that count. */
const MOST_READ = 64 * 1024

const ENDPOINTS: ReadonlySet<unknown> = new Set(['chat/completions', 'messages', 'responses'])
/** Chats in the dialect of Gemini or Converse, which pass through. */
const NATIVE_CHAT = /(?::(?:generateContent|streamGenerateContent)|\/converse(?:-stream)?)$/

/** Fields of the system prompt and of the tools, in all dialects. */
const PARTS: ReadonlySet<string> = new Set([
  'system',
  'instructions',
  'systemInstruction',
  'system_instruction',
  'tools',
  'toolConfig',
])
/** Fields of the messages. */
const MESSAGES: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])

const RANKS: ReadonlyMap<string, number> = new Map(SESSION_HEADERS.map(({ header }, rank) => [header, rank]))

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8')

/** Finds the session of calls; `providers` are those of the members. */
export function linkSession(
  { by }: PlanPoolSticky,
  providers: readonly (string | undefined)[],
  hash: Ports['hash'],
): (call: Call) => string | undefined {
  const leastBytes =
    LEAST_BYTES_PER_TOKEN *
    Math.min(...providers.map(provider => (provider === undefined ? 0 : (LEAST_CACHED[provider] ?? 0))))
  return call => {
    const { endpoint, body } = call
    if (endpoint === undefined ? !NATIVE_CHAT.test(call.pathname) : !ENDPOINTS.has(endpoint)) return undefined
    // A session that is named will grow; a prompt that nothing caches may go anywhere.
    const isCached = body.remainder !== undefined || body.bytes.length >= leastBytes
    const signOf = (sign: string): Uint8Array | string | undefined => {
      if (sign === 'session') return sentId(call)
      if (sign === 'prompt') return isCached ? promptOf(body) : undefined
      return named(call, sign)
    }
    for (const sign of by) {
      const found = signOf(sign)
      if (found === undefined) continue
      // Two keys never share a session, even if their clients send the same.
      const scope = encoder.encode(JSON.stringify([call.workspace, call.caller, sign]))
      return hash(concatenate([scope, typeof found === 'string' ? encoder.encode(found) : found]))
    }
    return undefined
  }
}

/** The identifier of the session that the client sends. */
function sentId({ headers, endpoint, body }: Call): string | undefined {
  const header = sessionHeader(headers)
  if (header !== undefined) return header
  const { names } = namesOf(body)
  if (names.includes('prompt_cache_key')) {
    const key = body.field('prompt_cache_key')
    if (typeof key === 'string' && key !== '') return key
  }
  if (endpoint === 'responses' && names.includes('conversation')) {
    const conversation = body.field('conversation')
    const id = isObject(conversation) ? conversation['id'] : conversation
    if (typeof id === 'string' && id !== '') return id
  }
  if (endpoint !== 'messages' || !names.includes('metadata')) return undefined
  const user = asText(asObject(body.field('metadata'))['user_id'])
  return user === undefined ? undefined : SESSION_OF_USER.exec(user)?.[1]
}

function sessionHeader(headers: Headers): string | undefined {
  let best = SESSION_HEADERS.length
  let value: string | undefined
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const rank = name.length < MIN_NAME ? undefined : RANKS.get(name.toLowerCase())
    if (rank === undefined || rank >= best || headers[index + 1] === '') continue
    best = rank
    value = headers[index + 1]
  }
  return value
}

const MIN_NAME = Math.min(...SESSION_HEADERS.map(({ header }) => header.length))

/** A field of the metadata: that of the gateway's header, or that of the body. */
function named({ metadata, body }: Call, sign: string): string | undefined {
  const name = sign.slice('metadata.'.length)
  const value = metadata[name] ?? asObject(body.field('metadata'))[name]
  return value === undefined || value === null || value === ''
    ? undefined
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

const NO_FIELDS = { names: [], spans: [] }
const namesOf = (body: Body): { readonly names: readonly string[]; readonly spans: readonly number[] } => {
  const fields = body.fields()
  return isFailure(fields) ? NO_FIELDS : fields
}

/** The system prompt, the tools and the first message of the user, which a session repeats in each request. */
function promptOf(body: Body): Uint8Array | undefined {
  const { bytes, remainder } = body
  const { names, spans } = namesOf(body)
  // Of a body that is streamed through only the start is there.
  if (names.length === 0) return remainder === undefined ? undefined : bytes.subarray(0, MOST_READ)
  const parts: Uint8Array[] = []
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? ''
    const start = spans[2 * index] ?? 0
    const end = spans[2 * index + 1] ?? 0
    if (PARTS.has(name)) parts.push(capped(bytes, start, end))
    else if (MESSAGES.has(name)) addFirstMessages(bytes, start, end, parts)
  }
  return parts.length === 0 ? undefined : concatenate(parts)
}

const capped = (bytes: Uint8Array, start: number, end: number): Uint8Array =>
  bytes.subarray(start, Math.min(end, start + MOST_READ))

/** The messages before the first one of the user as they are spelled, and what that one says. */
function addFirstMessages(bytes: Uint8Array, start: number, end: number, parts: Uint8Array[]): void {
  if (bytes[start] === QUOTE) return void parts.push(saidIn(capped(bytes, start, end)))
  if (bytes[start] !== OPEN_BRACKET) return
  for (let at = afterSpace(bytes, start + 1); at < end && bytes[at] !== CLOSE_BRACKET; ) {
    const after = bytes[at] === QUOTE ? skipString(bytes, at) : skipNested(bytes, at, end)
    if (after < 0) return
    const message = bytes.subarray(at, after)
    if (bytes[at] === OPEN_BRACE && isOfUser(message)) return void parts.push(saidIn(message))
    parts.push(capped(bytes, at, after))
    at = afterSpace(bytes, after)
    if (bytes[at] === COMMA) at = afterSpace(bytes, at + 1)
  }
}

/** Whether a message is the user's; of Gemini's, those without a role are. */
function isOfUser(message: Uint8Array): boolean {
  const fields = scanFields(message)
  if (fields === undefined) return false
  const index = fields.names.indexOf('role')
  if (index < 0) return fields.names.includes('parts')
  return decoder.decode(message.subarray(fields.spans[2 * index], fields.spans[2 * index + 1])) === '"user"'
}

/**
 * What a message says: clients mark the last message to be cached, and so write the first one otherwise once others follow, as a list instead
 * of a text or without the mark.
 */
function saidIn(message: Uint8Array): Uint8Array {
  if (message.length > MOST_READ) return message.subarray(0, MOST_READ)
  const value = parseJson(decoder.decode(message))
  if (value === undefined) return message
  const said = typeof value === 'string' ? value : textOf(contentOf(asObject(value)))
  return encoder.encode(said)
}

const contentOf = ({ content, parts }: JsonObject): Json | undefined => content ?? parts

const textOf = (content: Json | undefined): string =>
  typeof content === 'string'
    ? content
    : asList(content)
        .map(asObject)
        .map(({ cache_control: _, ...part }) => asText(part['text']) ?? mediaOf(part))
        .join('')

/** A mark that nothing but caches read is no part of what is said. */
const mediaOf = (part: JsonObject): string => (part['cachePoint'] === undefined ? JSON.stringify(part) : '')
