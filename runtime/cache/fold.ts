// Chunks of a vendor stream → the whole reply that they spell, so that a streamed reply can be kept and given again
// to a client that does not stream.
import type { Json, JsonObject } from '../../compiler/source.ts'

type Draft = { [key: string]: Json }

interface ChoiceDraft {
  readonly index: number
  readonly message: Draft
  readonly calls: Map<number, Draft>
  text: string | undefined
  finish: Json
  logprobs: Json
}

export interface Fold {
  readonly chunk: (chunk: JsonObject) => void
  /** The whole reply, or undefined when no choice was seen. */
  readonly whole: () => JsonObject | undefined
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function createFold(): Fold {
  const choices = new Map<number, ChoiceDraft>()
  let head: Draft = {}
  let usage: Json | undefined
  return {
    chunk: chunk => {
      const { choices: list, usage: counted, object: _object, ...rest } = chunk
      head = { ...rest, ...head }
      if (isObject(counted)) usage = counted
      if (!Array.isArray(list)) return
      for (const choice of list as readonly Json[]) if (isObject(choice)) addChoice(choices, choice)
    },
    whole: () => {
      if (choices.size === 0) return undefined
      const list = [...choices.values()].sort((a, b) => a.index - b.index)
      const isText = list.some(choice => choice.text !== undefined)
      return {
        ...head,
        object: isText ? 'text_completion' : 'chat.completion',
        choices: list.map(isText ? textChoice : chatChoice),
        ...(usage === undefined ? {} : { usage }),
      }
    },
  }
}

function addChoice(choices: Map<number, ChoiceDraft>, choice: JsonObject): void {
  const index = typeof choice['index'] === 'number' ? choice['index'] : 0
  const draft = choices.get(index) ?? {
    index,
    message: {},
    calls: new Map(),
    text: undefined,
    finish: null,
    logprobs: null,
  }
  choices.set(index, draft)
  if (typeof choice['text'] === 'string') draft.text = (draft.text ?? '') + choice['text']
  if (choice['finish_reason']) draft.finish = choice['finish_reason']
  if (isObject(choice['logprobs'])) draft.logprobs = joined(draft.logprobs, choice['logprobs'])
  if (isObject(choice['delta'])) addDelta(draft, choice['delta'])
}

/** Texts grow, lists grow, anything else is replaced: unknown fields of a delta survive too. */
function addDelta(draft: ChoiceDraft, { tool_calls: calls, ...delta }: JsonObject): void {
  for (const [key, value] of Object.entries(delta)) {
    const before = draft.message[key]
    if (typeof value === 'string' && typeof before === 'string' && key !== 'role')
      draft.message[key] = before + value
    else if (Array.isArray(value) && Array.isArray(before)) draft.message[key] = [...before, ...value]
    else if (value !== null || before === undefined) draft.message[key] = value
  }
  if (!Array.isArray(calls)) return
  for (const call of calls as readonly Json[]) if (isObject(call)) addCall(draft.calls, call)
}

function addCall(calls: Map<number, Draft>, call: JsonObject): void {
  const { index, function: part, ...rest } = call
  const at = typeof index === 'number' ? index : calls.size
  const draft = calls.get(at) ?? {}
  const before = isObject(draft['function']) ? draft['function'] : { name: '', arguments: '' }
  const name = isObject(part) && typeof part['name'] === 'string' ? part['name'] : ''
  const text = isObject(part) && typeof part['arguments'] === 'string' ? part['arguments'] : ''
  calls.set(at, {
    type: 'function',
    ...draft,
    ...rest,
    function: { name: `${before['name'] ?? ''}${name}`, arguments: `${before['arguments'] ?? ''}${text}` },
  })
}

function joined(before: Json, more: JsonObject): Json {
  if (!isObject(before)) return more
  const list = (from: JsonObject): readonly Json[] =>
    Array.isArray(from['content']) ? (from['content'] as readonly Json[]) : []
  return { ...before, ...more, content: [...list(before), ...list(more)] }
}

const textChoice = ({ index, text, finish, logprobs }: ChoiceDraft): JsonObject => ({
  index,
  text: text ?? '',
  logprobs,
  finish_reason: finish,
})

const chatChoice = ({ index, message, calls, finish, logprobs }: ChoiceDraft): JsonObject => ({
  index,
  message: {
    role: 'assistant',
    content: null,
    refusal: null,
    ...message,
    ...(calls.size === 0
      ? {}
      : { tool_calls: [...calls.entries()].sort(([a], [b]) => a - b).map(([, call]) => call) }),
  },
  logprobs,
  finish_reason: finish,
})
