// The usage of replies of vendors' own APIs that pass unchanged: searched in the bytes as they pass, whole replies and streams alike, in constant
// memory. What is reported last is the whole: Gemini repeats its counts in each part of a stream, the others have them at the end.
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { convertUsage as convertConverse } from '../../providers/bedrock/convert-reply.ts'
import { convertUsage as convertCohere } from '../../providers/cohere/convert-reply.ts'
import { convertUsage as convertGemini } from '../../providers/google/convert-reply.ts'
import { tap } from '../../streams/tap.ts'
import { afterSpace, COLON, OPEN_BRACE, QUOTE, skipNested } from '../../values/body/scan-json-fields.ts'
import { type ByteStream, concatenate } from '../../values/byte-stream.ts'
import type { CallRecord } from '../../values/call.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { NativeForm } from '../../values/native-calls.ts'
import { PartialUsage } from '../../values/reported-usage.ts'
import { usageForRecord } from '../../wire/usage.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8')
const NOTHING = new Uint8Array(0)
/** A value that is not closed is remembered until the next block, up to this many bytes. */
const MAX_OPEN = 16_384
/** The end of a reply, in which Ollama has its counts and Bedrock the metrics of an invocation. */
const MAX_END = 8_192
const OPEN_BRACKET = 0x5b

/** What has been found of the fields of a form, by name: the last value of each. */
type Found = Map<string, Json>

/** Finds fields by their names, wherever they are; of the same name the last one counts. */
class FieldSearch {
  readonly found: Found = new Map()
  readonly #keys: readonly (readonly [string, Uint8Array])[]
  readonly #longest: number
  #open: Uint8Array = NOTHING

  constructor(names: readonly string[]) {
    this.#keys = names.map(name => [name, encoder.encode(`"${name}"`)])
    this.#longest = Math.max(0, ...this.#keys.map(([, key]) => key.length))
  }

  feed(given: Uint8Array): void {
    const block = this.#open.length === 0 ? given : concatenate([this.#open, given])
    this.#open = NOTHING
    for (let from = 0; ; ) {
      const next = this.#next(block, from)
      if (next === undefined) {
        // A name may go on in the next block.
        this.#open = block.slice(Math.max(from, block.length - this.#longest + 1))
        return
      }
      const { at, name, key } = next
      const end = this.#read(block, name, at + key.length)
      if (end === undefined && block.length - at <= MAX_OPEN) {
        this.#open = block.slice(at)
        return
      }
      from = end ?? at + key.length
    }
  }

  #next(block: Uint8Array, from: number) {
    let nearest: { readonly at: number; readonly name: string; readonly key: Uint8Array } | undefined
    for (const [name, key] of this.#keys) {
      const at: number = Buffer.prototype.indexOf.call(block, key, from)
      if (at >= 0 && (nearest === undefined || at < nearest.at)) nearest = { at, name, key }
    }
    return nearest
  }

  /** The end of the value of a name; undefined if the block ends before it. */
  #read(block: Uint8Array, name: string, from: number): number | undefined {
    const colon = afterSpace(block, from)
    if (colon >= block.length) return undefined
    // In message content both quotation marks are escaped, so the name is not found.
    if (block[colon] !== COLON) return from
    const start = afterSpace(block, colon + 1)
    const first = block[start]
    if (first === undefined) return undefined
    let end = -1
    if (first === OPEN_BRACE || first === OPEN_BRACKET) end = skipNested(block, start)
    else if (first === QUOTE) end = block.indexOf(QUOTE, start + 1) + 1
    else return start
    if (end <= start) return undefined
    const value = parseJson(decoder.decode(block.subarray(start, end)))
    if (value !== undefined) this.found.set(name, value)
    return end
  }
}

interface Reading {
  /** The fields that are searched. */
  readonly names: readonly string[]
  /** The usage in the dialect of the record; undefined if none is reported. */
  readonly usage: (found: Found, end: Uint8Array, headers: Headers) => JsonObject | undefined
  /** The field with the model that answered. */
  readonly model?: string
  /** Whether the end of the reply is read besides. */
  readonly readsEnd?: true
}

const objectIn = (found: Found, name: string): JsonObject | undefined => {
  const value = found.get(name)
  return isObject(value) ? value : undefined
}

const numberOf = (headers: Headers, name: string): number | undefined => {
  const text = headerValue(headers, name)
  return text === undefined ? undefined : asCount(Number(text))
}

const tokens = (input: number | undefined, output: number | undefined): JsonObject | undefined =>
  input === undefined && output === undefined
    ? undefined
    : { prompt_tokens: input ?? 0, completion_tokens: output ?? 0 }

/** The metrics at the end of the last part of a streamed invocation, whose parts are JSON in Base64. */
function invocationMetrics(end: Uint8Array): JsonObject | undefined {
  const [part] = decoder.decode(end).match(/"bytes"\s*:\s*"[A-Za-z0-9+/=]+"(?![\s\S]*"bytes")/) ?? []
  const encoded = part?.replace(/^"bytes"\s*:\s*"|"$/g, '') ?? ''
  const { 'amazon-bedrock-invocationMetrics': metrics } = asObject(
    parseJson(Buffer.from(encoded, 'base64').toString('utf8')) ?? null,
  )
  if (!isObject(metrics)) return undefined
  const cached = asCount(metrics['cacheReadInputTokenCount'])
  const written = asCount(metrics['cacheWriteInputTokenCount'])
  return convertConverse(
    {
      inputTokens: metrics['inputTokenCount'] ?? 0,
      outputTokens: metrics['outputTokenCount'] ?? 0,
      ...(cached !== undefined && { cacheReadInputTokens: cached }),
      ...(written !== undefined && { cacheWriteInputTokens: written }),
    },
    false,
  )
}

const COUNT = /"(prompt_eval_count|eval_count)"\s*:\s*(\d{1,15})/g

const READINGS: Readonly<Record<NativeForm, Reading>> = {
  // Embeddings report no usage before Gemini Embedding 2.
  gemini: {
    names: ['usageMetadata', 'modelVersion', 'webSearchQueries'],
    model: 'modelVersion',
    usage: found => {
      const counts = objectIn(found, 'usageMetadata')
      const searches = asList(found.get('webSearchQueries')).filter(query => (asText(query) ?? '') !== '')
      return counts && convertGemini(counts, false, searches.length)
    },
  },
  // https://ai.google.dev/api/interactions-api, Usage: thoughts and the input of tools are counted apart.
  interactions: {
    names: ['usage'],
    usage: found => {
      const counts = objectIn(found, 'usage')
      return (
        counts &&
        convertGemini(
          {
            promptTokenCount: counts['total_input_tokens'] ?? 0,
            candidatesTokenCount: counts['total_output_tokens'] ?? 0,
            thoughtsTokenCount: counts['total_thought_tokens'] ?? 0,
            cachedContentTokenCount: counts['total_cached_tokens'] ?? 0,
            toolUsePromptTokenCount: counts['total_tool_use_tokens'] ?? 0,
          },
          false,
        )
      )
    },
  },
  // Converse and Nova have one form, Claude its own; all invocations have counts in their headers, and streams in their last part.
  bedrock: {
    names: ['usage'],
    readsEnd: true,
    usage: (found, end, headers) => {
      const counts = objectIn(found, 'usage')
      if (counts?.['inputTokens'] !== undefined) return convertConverse(counts, false)
      return (
        counts ??
        invocationMetrics(end) ??
        tokens(
          numberOf(headers, 'x-amzn-bedrock-input-token-count'),
          numberOf(headers, 'x-amzn-bedrock-output-token-count'),
        )
      )
    },
  },
  // Version 1 and all that is not a chat report in `meta`.
  cohere: {
    names: ['usage', 'meta'],
    usage: found => {
      const counts = objectIn(found, 'usage') ?? objectIn(found, 'meta')
      if (counts?.['billed_units'] === undefined && counts?.['tokens'] === undefined) return undefined
      const { billed_units = null, tokens: read = null, cached_tokens = null } = counts
      return convertCohere({ billed_units, tokens: read, cached_tokens }, false)
    },
  },
  ollama: {
    names: [],
    readsEnd: true,
    usage: (_found, end) => {
      const counts = new Map(
        Array.from(decoder.decode(end).matchAll(COUNT), ([, name = '', count]) => [name, Number(count)]),
      )
      return tokens(counts.get('prompt_eval_count'), counts.get('eval_count'))
    },
  },
  plain: {
    names: ['usage', 'usage_info', 'model'],
    model: 'model',
    usage: found => objectIn(found, 'usage') ?? objectIn(found, 'usage_info'),
  },
}

/** The body as it comes; what it reports is the usage of the call. A reply that is left has used what it reported until then. */
export function readNativeUsage(
  body: ByteStream,
  form: NativeForm,
  headers: Headers,
  record: CallRecord,
): ByteStream {
  const { names, usage, model, readsEnd = false } = READINGS[form]
  const search = new FieldSearch(names)
  let end: Uint8Array = NOTHING
  const current = (): JsonObject | undefined => {
    const reported = usage(search.found, end, headers)
    return reported && usageForRecord(reported)
  }
  record.usage = new PartialUsage(current)
  const finish = (): void => {
    const reported = current()
    record.usage = reported
    const answered = model === undefined ? undefined : asText(search.found.get(model))
    if (answered !== undefined && answered !== '') record.answeredModel = answered
  }
  return tap(body, {
    chunk: bytes => {
      search.feed(bytes)
      if (!readsEnd) return
      const both = bytes.length >= MAX_END ? bytes : concatenate([end, bytes])
      end = both.slice(-MAX_END)
    },
    end: isWhole => {
      if (isWhole) finish()
    },
  })
}
