// A request split for semantic comparison (semantics, section 9): the text to embed, and everything else, which must
// match exactly. The system prompt is not part of the embedded text.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { Endpoint } from '../../values/adapter.ts'

export interface SemanticQuestion {
  /** The text to embed. */
  readonly text: string
  /** What must match exactly, without the parameters that only select streaming. */
  readonly exact: JsonObject
}

/** Largest number of messages besides system messages. */
const MAX_MESSAGES = 4

/**
 * Tokens are estimated at four bytes of UTF-8 each: a tokenizer would cost more than it gains. If the embedding model
 * still rejects the text as too long, the request is handled without semantic comparison.
 */
const MAX_TOKENS = 8191
const BYTES_PER_TOKEN = 4

const SYSTEM: ReadonlySet<Json | undefined> = new Set(['system', 'developer'])

/** Undefined for requests that are not compared semantically. `body` is the request as sent. */
export function semanticQuestion(endpoint: Endpoint, body: JsonObject): SemanticQuestion | undefined {
  if (endpoint === 'completions') return completionQuestion(body)
  return endpoint === 'chat/completions' ? chatQuestion(body) : undefined
}

function completionQuestion({ prompt, stream: _stream, stream_options: _options, ...exact }: JsonObject) {
  if (typeof prompt !== 'string' || !isEmbeddable(prompt)) return undefined
  return { text: prompt, exact }
}

function chatQuestion({ messages, stream: _stream, stream_options: _options, ...exact }: JsonObject) {
  if (!Array.isArray(messages)) return undefined
  const list = messages as readonly Json[]
  if (list.some(message => !isObject(message))) return undefined
  const all = list.filter(isObject)
  const turns = all.filter(({ role }) => !SYSTEM.has(role))
  if (turns.length === 0 || turns.length > MAX_MESSAGES) return undefined
  const split = turns.map(splitMessage)
  const text = split.map(({ labelledText }) => labelledText).join('\n')
  if (!isEmbeddable(split.map(({ plainText }) => plainText).join(''))) return undefined
  const system = all.filter(({ role }) => SYSTEM.has(role))
  return isEmbeddable(text)
    ? { text, exact: { ...exact, system, others: split.map(({ exactFields }) => exactFields) } }
    : undefined
}

/** The text of a message, and everything else in it: images, calls, names. */
function splitMessage({ role, content, ...more }: JsonObject) {
  const parts = Array.isArray(content) ? (content as readonly Json[]) : []
  const texts = typeof content === 'string' ? [content] : parts.flatMap(textOfPart)
  const otherParts = typeof content === 'string' ? null : parts.filter(part => textOfPart(part).length === 0)
  const plainText = texts.join('\n')
  return {
    labelledText: `${String(role)}: ${plainText}`,
    plainText,
    exactFields: { role: role ?? null, content: otherParts, ...more },
  }
}

function textOfPart(part: Json): readonly string[] {
  return isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : []
}

const isEmbeddable = (text: string): boolean =>
  text.trim() !== '' && new TextEncoder().encode(text).length <= MAX_TOKENS * BYTES_PER_TOKEN

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
