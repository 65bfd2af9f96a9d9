// A request split for semantic comparison (semantics, section 9): the text to embed, and everything else, which must
// match exactly. The system prompt is not part of the embedded text.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Endpoint } from '../../providers/adapter.ts'

export interface Question {
  /** The text to embed. */
  readonly text: string
  /** What must match exactly, without the parameters that only select streaming. */
  readonly rest: JsonObject
}

/** Largest number of messages besides system messages. */
const MOST_MESSAGES = 4

/**
 * Tokens are estimated at four bytes of UTF-8 each: a tokenizer would cost more than it gains. If the embedding model
 * still rejects the text as too long, the request is handled without semantic comparison.
 */
const MOST_TOKENS = 8191
const BYTES_A_TOKEN = 4

const SYSTEM: ReadonlySet<Json | undefined> = new Set(['system', 'developer'])

/** Undefined for requests that are not compared semantically. `body` is the request as sent. */
export function questionOf(endpoint: Endpoint, body: JsonObject): Question | undefined {
  if (endpoint === 'completions') return completionQuestion(body)
  return endpoint === 'chat/completions' ? chatQuestion(body) : undefined
}

function completionQuestion({ prompt, stream: _stream, stream_options: _options, ...rest }: JsonObject) {
  if (typeof prompt !== 'string' || !isAskable(prompt)) return undefined
  return { text: prompt, rest }
}

function chatQuestion({ messages, stream: _stream, stream_options: _options, ...rest }: JsonObject) {
  if (!Array.isArray(messages)) return undefined
  const list = messages as readonly Json[]
  if (list.some(message => !isObject(message))) return undefined
  const all = list.filter(isObject)
  const asked = all.filter(({ role }) => !SYSTEM.has(role))
  if (asked.length === 0 || asked.length > MOST_MESSAGES) return undefined
  const split = asked.map(splitMessage)
  const text = split.map(({ words }) => words).join('\n')
  if (!isAskable(split.map(({ bare }) => bare).join(''))) return undefined
  const system = all.filter(({ role }) => SYSTEM.has(role))
  return isAskable(text)
    ? { text, rest: { ...rest, system, others: split.map(({ other }) => other) } }
    : undefined
}

/** The text of a message, and everything else in it: images, calls, names. */
function splitMessage({ role, content, ...more }: JsonObject) {
  const parts = Array.isArray(content) ? (content as readonly Json[]) : []
  const texts = typeof content === 'string' ? [content] : parts.flatMap(textOfPart)
  const rest = typeof content === 'string' ? null : parts.filter(part => textOfPart(part).length === 0)
  const bare = texts.join('\n')
  return { words: `${String(role)}: ${bare}`, bare, other: { role: role ?? null, content: rest, ...more } }
}

function textOfPart(part: Json): readonly string[] {
  return isObject(part) && part['type'] === 'text' && typeof part['text'] === 'string' ? [part['text']] : []
}

const isAskable = (text: string): boolean =>
  text.trim() !== '' && new TextEncoder().encode(text).length <= MOST_TOKENS * BYTES_A_TOKEN

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
