// Aggregates the chunks of chats and completions into the complete reply.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, isObject, parseJson } from '../../providers/wire/json.ts'
import type { Fold } from './form.ts'
import { type GatheredCalls, gatherCalls } from './gather-calls.ts'
import { createGrowing, type Growing } from './growing.ts'

interface ChoiceDraft {
  readonly index: number
  readonly message: Growing
  readonly calls: GatheredCalls
  readonly probabilities: Growing
  text: string | undefined
  finish: Json
}

/** Size of an empty choice, in characters. */
const SOMETHING = 100
const IN_PIECES: ReadonlySet<string> = new Set(['audio', 'function_call'])

const draftOf = (index: number): ChoiceDraft => ({
  index,
  message: createGrowing(IN_PIECES),
  calls: gatherCalls(),
  probabilities: createGrowing(),
  text: undefined,
  finish: null,
})

export function foldChunks(): Fold {
  const choices = new Map<number, ChoiceDraft>()
  const head = new Map<string, Json>()
  let usage: Json | undefined
  let state: ReturnType<Fold['state']> = 'open'
  let weight = 0

  const takeChoice = (choice: JsonObject, size: number): void => {
    const index = typeof choice['index'] === 'number' ? choice['index'] : 0
    const known = choices.get(index)
    const draft = known ?? draftOf(index)
    choices.set(index, draft)
    weight += addChoice(draft, choice, size) + (known === undefined ? SOMETHING : 0)
  }
  const takeChunk = (
    { choices: list, usage: counted, object: _object, error: _error, ...rest }: JsonObject,
    size: number,
  ): void => {
    for (const [name, value] of Object.entries(rest)) {
      if (head.has(name)) continue
      head.set(name, value)
      weight += size
    }
    if (isObject(counted)) usage = counted
    for (const choice of asList(list)) if (isObject(choice)) takeChoice(choice, size)
  }
  return {
    take: ({ data: text }) => {
      if (state !== 'open') return
      const chunk = text === '[DONE]' ? undefined : parseJson(text)
      if (text === '[DONE]') state = 'whole'
      else if (!isObject(chunk) || (chunk['error'] ?? null) !== null) state = 'unsound'
      else takeChunk(chunk, text.length)
    },
    state: () => state,
    weight: () => weight,
    folded: () => {
      if (choices.size === 0) return undefined
      const list = [...choices.values()].sort((a, b) => a.index - b.index)
      // Choices with both `text` and `message` keep both: a client may read either.
      const isText = list.some(choice => choice.text !== undefined) && list.every(saysNothingElse)
      const reply = {
        ...Object.fromEntries(head),
        object: isText ? 'text_completion' : 'chat.completion',
        choices: list.map(isText ? textChoice : chatChoice),
        ...(usage === undefined ? {} : { usage }),
      }
      return { reply, counted: usage !== undefined }
    },
  }
}

/** Returns how many characters the draft has grown by. */
function addChoice(
  draft: ChoiceDraft,
  { text, finish_reason: finish, logprobs, delta }: JsonObject,
  size: number,
): number {
  let held = 0
  if (typeof text === 'string') {
    draft.text = (draft.text ?? '') + text
    held += text.length
  }
  if (finish) draft.finish = finish
  if (isObject(logprobs)) held += draft.probabilities.add(logprobs, size)
  if (!isObject(delta)) return held
  const { tool_calls: calls, ...rest } = delta
  held += draft.message.add(rest, size)
  for (const call of asList(calls)) if (isObject(call)) held += draft.calls.add(call, size)
  return held
}

const probabilitiesOf = ({ probabilities }: ChoiceDraft): JsonObject | null =>
  probabilities.isEmpty() ? null : probabilities.object()

const saysNothingElse = ({ message, calls }: ChoiceDraft): boolean =>
  message.isEmpty() && calls.list().length === 0

const textChoice = (draft: ChoiceDraft): JsonObject => ({
  index: draft.index,
  text: draft.text ?? '',
  logprobs: probabilitiesOf(draft),
  finish_reason: draft.finish,
})

function chatChoice(draft: ChoiceDraft): JsonObject {
  const calls = draft.calls.list()
  const told = { role: 'assistant', content: null, refusal: null, ...draft.message.object() }
  return {
    index: draft.index,
    ...(draft.text === undefined ? {} : { text: draft.text }),
    message: calls.length === 0 ? told : { ...told, tool_calls: calls },
    logprobs: probabilitiesOf(draft),
    finish_reason: draft.finish,
  }
}
