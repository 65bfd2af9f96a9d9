// What a session of a client is recognized by, so that it remains at one member of a pool, where its prompt is cached: an identifier that the
// client sends, else the start of its prompt, which is not parsed: its bytes are read in place.
import type { PlanPoolSticky } from '../../../schemas/generated/types.ts'
import { asObject } from '../../../schemas/values/json.ts'
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
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'

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

/** The bytes of each part of a prompt that count, at its start and at its end, besides its length. */
const MOST_READ = 16 * 1024
const LAST_READ = 1024

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

const decoder = new TextDecoder('utf-8')

/** Finds the session of calls; `providers` are those of the members. */
export function linkSession(
  { by }: PlanPoolSticky,
  providers: readonly (string | undefined)[],
): (call: Call) => string | undefined {
  const leastBytes =
    LEAST_BYTES_PER_TOKEN *
    Math.min(...providers.map(provider => (provider === undefined ? 0 : (LEAST_CACHED[provider] ?? 0))))
  return call => {
    const { endpoint, body, workspace, caller } = call
    if (endpoint === undefined ? !NATIVE_CHAT.test(call.pathname) : !ENDPOINTS.has(endpoint)) return undefined
    // A session that is named will grow; a prompt that nothing caches may go anywhere.
    const isCached = body.remainder !== undefined || body.bytes.length >= leastBytes
    const signOf = (sign: string): string | undefined => {
      if (sign === 'session') return call.record.session
      if (sign === 'prompt') return isCached ? promptOf(body) : undefined
      return named(call, sign)
    }
    for (const sign of by) {
      const found = signOf(sign)
      // Two keys never share a session, even if their clients send the same.
      if (found !== undefined) return `${workspace} ${caller ?? ''} ${sign} ${shortened(found)}`
    }
    return undefined
  }
}

/** Longer identifiers are known by a digest. */
const MAX_ID = 128

function shortened(id: string): string {
  if (id.length <= MAX_ID) return id
  const bytes = new TextEncoder().encode(id)
  const digest = new PromptDigest(bytes)
  digest.add(0, bytes.length)
  return digest.text()
}

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
function promptOf(body: Body): string | undefined {
  const { bytes, remainder } = body
  const { names, spans } = namesOf(body)
  const digest = new PromptDigest(bytes)
  // Of a body that is streamed through only the start is there.
  if (names.length === 0 && remainder !== undefined) digest.add(0, Math.min(bytes.length, MOST_READ))
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? ''
    const start = spans[2 * index] ?? 0
    const end = spans[2 * index + 1] ?? 0
    if (PARTS.has(name)) digest.add(start, end)
    else if (MESSAGES.has(name)) addFirstMessages(bytes, start, end, digest)
  }
  return digest.isEmpty() ? undefined : digest.text()
}

/**
 * A digest of parts of a body. It need not resist attacks: two prompts of one key with the same digest only share a member. It is several
 * times faster than a cryptographic one.
 */
class PromptDigest {
  readonly #view: DataView
  #one = 0x1b87_3593
  #two = 0x27d4_eb2f
  #length = 0

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#view = new DataView(buffer, byteOffset, byteLength)
  }

  isEmpty(): boolean {
    return this.#length === 0
  }

  add(start: number, end: number): void {
    const isWhole = end - start <= MOST_READ + LAST_READ
    this.#read(start, isWhole ? end : start + MOST_READ)
    if (!isWhole) this.#read(end - LAST_READ, end)
    this.#length += end - start
    // Where a part ends counts as well.
    this.#one = Math.imul(this.#one ^ this.#length, 0x9e37_79b1)
    this.#two ^= this.#two >>> 15
  }

  #read(start: number, end: number): void {
    const view = this.#view
    let [one, two] = [this.#one, this.#two]
    let at = start
    for (; at + 3 < end; at += 4) {
      const word = view.getInt32(at, true)
      one = Math.imul(one ^ word, 0x85eb_ca6b)
      one ^= one >>> 13
      two = Math.imul((two << 5) ^ (two >>> 27) ^ word, 0xc2b2_ae35)
    }
    for (; at < end; at += 1) {
      one = Math.imul(one ^ view.getUint8(at), 0x85eb_ca6b)
      two = Math.imul((two << 5) ^ (two >>> 27) ^ view.getUint8(at), 0xc2b2_ae35)
    }
    this.#one = one
    this.#two = two
  }

  text(): string {
    const [one, two] = [this.#one, this.#two].map(each => (each >>> 0).toString(36))
    return `${one}-${two}`
  }
}

/** The messages before the first one of the user as they are spelled, and the content of that one. */
function addFirstMessages(bytes: Uint8Array, start: number, end: number, digest: PromptDigest): void {
  if (bytes[start] === QUOTE) return digest.add(start, end)
  eachIn(bytes, start, end, (from, to) => {
    const isUsers = bytes[from] === OPEN_BRACE && addIfUsers(bytes, from, to, digest)
    if (!isUsers) digest.add(from, to)
    return !isUsers
  })
}

/** The elements of a list in the bytes, until one is the last that is wanted. */
function eachIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  take: (from: number, to: number) => boolean,
): void {
  if (bytes[start] !== OPEN_BRACKET) return
  for (let at = afterSpace(bytes, start + 1); at < end && bytes[at] !== CLOSE_BRACKET; ) {
    const after = bytes[at] === QUOTE ? skipString(bytes, at) : skipNested(bytes, at, end)
    if (after < 0 || !take(at, after)) return
    at = afterSpace(bytes, after)
    if (bytes[at] === COMMA) at = afterSpace(bytes, at + 1)
  }
}

/**
 * Adds the content of a message, if it is the user's; of Gemini's, those without a role are. Clients mark the last message to be cached, and so write
 * the first one otherwise once others follow, as a list instead of a string or without the mark.
 */
function addIfUsers(bytes: Uint8Array, from: number, to: number, digest: PromptDigest): boolean {
  const fields = scanFields(bytes.subarray(from, to))
  if (fields === undefined) return false
  const { names, spans } = fields
  const role = names.indexOf('role')
  const content = names.indexOf(names.includes('parts') ? 'parts' : 'content')
  const spelled =
    role < 0 ? undefined : bytes.subarray(from + (spans[2 * role] ?? 0), from + (spans[2 * role + 1] ?? 0))
  if (content < 0 || (spelled === undefined ? names[content] !== 'parts' : decoder.decode(spelled) !== USER))
    return false
  const start = from + (spans[2 * content] ?? 0)
  const end = from + (spans[2 * content + 1] ?? 0)
  if (bytes[start] === QUOTE) digest.add(start, end)
  else
    eachIn(bytes, start, end, (partFrom, partTo) => {
      addPart(bytes, partFrom, partTo, digest)
      return true
    })
  return true
}

const USER = '"user"'
/** Marks that nothing but caches read. */
const MARKS: readonly string[] = ['cache_control', 'cachePoint']

/** The text of a part, or what else is in it. */
function addPart(bytes: Uint8Array, from: number, to: number, digest: PromptDigest): void {
  const fields = bytes[from] === OPEN_BRACE ? scanFields(bytes.subarray(from, to)) : undefined
  if (fields === undefined) return digest.add(from, to)
  const { names, spans } = fields
  const text = names.indexOf('text')
  for (let index = 0; index < names.length; index += 1)
    if (text < 0 ? !MARKS.includes(names[index] ?? '') : index === text)
      digest.add(from + (spans[2 * index] ?? 0), from + (spans[2 * index + 1] ?? 0))
}
