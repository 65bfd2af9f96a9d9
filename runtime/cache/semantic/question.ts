// A request as a question that can be compared by meaning (semantics, section 9): the text whose meaning counts, and all
// else, which must be equal. The system prompt is no part of the meaning.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Endpoint } from '../../providers/adapter.ts'

export interface Question {
  /** What is embedded. */
  readonly text: string
  /** What must be equal, without what only says how the reply is told. */
  readonly rest: JsonObject
}

/** Messages beside the system's that a question may have. */
const MOST_MESSAGES = 4

/**
 * Tokens are estimated at four bytes of UTF-8 each: a tokenizer would cost more than it decides. A text that the
 * embedding model finds too long all the same is answered without comparison.
 */
const MOST_TOKENS = 8191
const BYTES_A_TOKEN = 4

const SYSTEM: ReadonlySet<Json | undefined> = new Set(['system', 'developer'])

/** Undefined for what is not compared by meaning. `body` is the request as it is sent. */
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

/** The words of a message, and what else it holds: images, calls, names. */
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
