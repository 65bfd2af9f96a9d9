// The texts of the chunks of chats and completions.
import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../../schemas/values/json.ts'
import { type EventText, NO_EVENT_TEXTS, pathOf, type ReadEventTexts } from './event-texts.ts'
import { hasOnly, otherTexts } from './other-texts.ts'

const REASONING: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning'])
const FIELDS = ['content', 'refusal', ...REASONING]

const IN_CHUNK: ReadonlySet<string> = new Set(['choices'])
const IN_CHOICE: ReadonlySet<string> = new Set(['delta', 'text'])
const IN_DELTA: ReadonlySet<string> = new Set(FIELDS)

/** Whether the chunk has texts in its best known fields only, as most have. */
export const isPlainChunk = (chunk: Json | undefined): boolean => {
  if (!isObject(chunk) || !hasOnly(chunk, IN_CHUNK)) return false
  const { choices = [] } = chunk
  return isList(choices) && choices.every(isPlainChoice)
}

function isPlainChoice(choice: Json): boolean {
  if (!isObject(choice) || !hasOnly(choice, IN_CHOICE)) return false
  const { text = '', delta = {} } = choice
  return (
    typeof text === 'string' &&
    isObject(delta) &&
    hasOnly(delta, IN_DELTA) &&
    FIELDS.every(name => typeof (delta[name] ?? '') === 'string')
  )
}

export const readChunkTexts: ReadEventTexts = ({ data }, parsed) => {
  if (data === '[DONE]') return NO_EVENT_TEXTS
  const value = parsed ?? parseJson(data)
  if (!isObject(value) || (value['error'] ?? null) !== null) return 'error'
  const known = chunkTexts(value)
  const closes: string[] = []
  // Reasoning ends where the answer starts, so that its last words do not hold the answer up.
  for (const { choice, kind, text } of known)
    if (kind === 'answer' && text !== '') for (const name of REASONING) closes.push(`${choice} ${name}`)
  const others = isPlainChunk(value) ? [] : otherTexts(value, known)
  return { value, texts: [...known, ...others], closes, closesOthers: closes.length > 0 }
}

interface ChunkText extends EventText {
  readonly choice: number
}

/** The texts of the fields that are known. */
export function chunkTexts(chunk: JsonObject): readonly ChunkText[] {
  const texts: ChunkText[] = []
  for (const [at, item] of asList(chunk['choices']).entries()) {
    const { index, text, delta } = asObject(item)
    texts.push(...choiceTexts(typeof index === 'number' ? index : 0, at, text, asObject(delta)))
  }
  return texts
}

function choiceTexts(
  choice: number,
  at: number,
  text: Json | undefined,
  delta: Readonly<Record<string, Json | undefined>>,
): readonly ChunkText[] {
  const texts: ChunkText[] = []
  const add = (
    name: string,
    found: Json | undefined,
    steps: readonly (string | number)[],
    isJson = false,
  ): void => {
    if (typeof found !== 'string') return
    texts.push({
      choice,
      key: `${choice} ${name}`,
      text: found,
      path: pathOf('choices', at, ...steps),
      isJson,
      kind: REASONING.has(name) ? 'reasoning' : 'answer',
    })
  }
  add('text', text, ['text'])
  for (const name of FIELDS) add(name, delta[name], ['delta', name])
  add('audio', asObject(delta['audio'])['transcript'], ['delta', 'audio', 'transcript'])
  const call = asObject(delta['function_call'])
  add('function', call['arguments'], ['delta', 'function_call', 'arguments'], true)
  for (const [place, item] of asList(delta['tool_calls']).entries()) {
    const { index = place, function: called, custom } = asObject(item)
    const steps = ['delta', 'tool_calls', place] as const
    add(`call ${String(index)}`, asObject(called)['arguments'], [...steps, 'function', 'arguments'], true)
    add(`input ${String(index)}`, asObject(custom)['input'], [...steps, 'custom', 'input'])
  }
  return texts
}
