// The texts of the chunks of chats and completions.
import {
  asList,
  asObject,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../../schemas/values/json.ts'
import { type EventText, NO_EVENT_TEXTS, pathOf, type ReadEventTexts } from './event-texts.ts'
import { otherTexts } from './other-texts.ts'

const REASONING: ReadonlySet<string> = new Set(['reasoning_content', 'reasoning'])
const FIELDS = ['content', 'refusal', ...REASONING]

export const readChunkTexts: ReadEventTexts = ({ data }) => {
  if (data === '[DONE]') return NO_EVENT_TEXTS
  const value = parseJson(data)
  if (!isObject(value) || (value['error'] ?? null) !== null) return 'error'
  const known = chunkTexts(value)
  const closes: string[] = []
  // Reasoning ends where the answer starts, so that its last words do not hold the answer up.
  for (const { choice, kind, text } of known)
    if (kind === 'answer' && text !== '') for (const name of REASONING) closes.push(`${choice} ${name}`)
  return { value, texts: [...known, ...otherTexts(value, known)], closes, closesOthers: closes.length > 0 }
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
