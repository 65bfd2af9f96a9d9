// Chats and completions: their chunks aggregated into the complete reply, and the reply as chunks again.
import {
  asList,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { encodeDone, encodeEvent } from '../../streams/server-sent-events.ts'
import { mergeUsage } from '../../wire/usage.ts'
import type { StreamAggregator } from './stream-format.ts'

interface ChoiceDraft {
  readonly index: number
  readonly message: DeltaMerger
  readonly calls: ToolCallMerger
  readonly probabilities: DeltaMerger
  text: string | undefined
  finish: Json
}

/** Choices, and their tool calls: more than any reply has. */
const MOST_PARTS = 4096
/** Size of an empty choice, in characters. */
const EMPTY_CHOICE_SIZE = 100
const STREAMED_OBJECTS: ReadonlySet<string> = new Set(['audio', 'function_call'])

const createDraft = (index: number): ChoiceDraft => ({
  index,
  message: createDeltaMerger(STREAMED_OBJECTS),
  calls: createToolCallMerger(),
  probabilities: createDeltaMerger(),
  text: undefined,
  finish: null,
})

export function aggregateChunks(): StreamAggregator {
  const choices = new Map<number, ChoiceDraft>()
  const head = new Map<string, Json>()
  let usage: JsonObject | undefined
  let state: ReturnType<StreamAggregator['state']> = 'open'
  let heldCharacters = 0
  let parts = 0

  const addChoice = (choice: JsonObject, size: number): void => {
    const index = typeof choice['index'] === 'number' ? choice['index'] : 0
    const existing = choices.get(index)
    const draft = existing ?? createDraft(index)
    choices.set(index, draft)
    const callsBefore = draft.calls.count()
    heldCharacters += updateDraft(draft, choice, size) + (existing === undefined ? EMPTY_CHOICE_SIZE : 0)
    parts += draft.calls.count() - callsBefore + (existing === undefined ? 1 : 0)
  }
  const addChunk = (
    { choices: list, usage: chunkUsage, object: _object, error: _error, ...fields }: JsonObject,
    size: number,
  ): void => {
    for (const [name, value] of Object.entries(fields)) {
      if (head.has(name)) continue
      head.set(name, value)
      heldCharacters += size
    }
    if (isObject(chunkUsage)) usage = mergeUsage(usage, chunkUsage)
    for (const choice of asList(list)) if (isObject(choice)) addChoice(choice, size)
    if (parts > MOST_PARTS) state = 'failed'
  }
  /** A choice without a finish reason was cut. */
  const isWhole = (): boolean => [...choices.values()].every(({ finish }) => finish !== null)
  return {
    add: ({ data: text }, value) => {
      if (state !== 'open') return
      const chunk = text === '[DONE]' ? undefined : (value ?? parseJson(text))
      if (text === '[DONE]') state = isWhole() ? 'complete' : 'failed'
      else if (!isObject(chunk) || (chunk['error'] ?? null) !== null) state = 'failed'
      else addChunk(chunk, text.length)
    },
    state: () => state,
    size: () => heldCharacters,
    reply: () => {
      if (choices.size === 0) return undefined
      const list = [...choices.values()].sort((a, b) => a.index - b.index)
      // Choices with both `text` and `message` have both: a client may read either.
      const isText = list.some(choice => choice.text !== undefined) && list.every(hasTextOnly)
      const reply = {
        ...Object.fromEntries(head),
        object: isText ? 'text_completion' : 'chat.completion',
        choices: list.map(isText ? textChoice : chatChoice),
        ...(usage === undefined ? {} : { usage }),
      }
      return { reply, hasUsage: usage !== undefined }
    },
  }
}

/** Returns how many characters the draft has grown by. */
function updateDraft(
  draft: ChoiceDraft,
  { text, finish_reason: finish, logprobs, delta }: JsonObject,
  size: number,
): number {
  let added = 0
  if (typeof text === 'string') {
    draft.text = (draft.text ?? '') + text
    added += text.length
  }
  if (finish) draft.finish = finish
  if (isObject(logprobs)) added += draft.probabilities.add(logprobs, size)
  if (!isObject(delta)) return added
  const { tool_calls: calls, ...fields } = delta
  added += draft.message.add(fields, size)
  for (const call of asList(calls)) if (isObject(call)) added += draft.calls.add(call, size)
  return added
}

const probabilitiesOf = ({ probabilities }: ChoiceDraft): JsonObject | null =>
  probabilities.isEmpty() ? null : probabilities.object()

const hasTextOnly = ({ message, calls }: ChoiceDraft): boolean =>
  message.isEmpty() && calls.list().length === 0

const textChoice = (draft: ChoiceDraft): JsonObject => ({
  index: draft.index,
  text: draft.text ?? '',
  logprobs: probabilitiesOf(draft),
  finish_reason: draft.finish,
})

function chatChoice(draft: ChoiceDraft): JsonObject {
  const calls = draft.calls.list()
  const message = { role: 'assistant', content: null, refusal: null, ...draft.message.object() }
  return {
    index: draft.index,
    ...(draft.text === undefined ? {} : { text: draft.text }),
    message: calls.length === 0 ? message : { ...message, tool_calls: calls },
    logprobs: probabilitiesOf(draft),
    finish_reason: draft.finish,
  }
}

export interface ToolCallMerger {
  /** Returns the added characters, as `DeltaMerger` does. */
  readonly add: (delta: JsonObject, size: number) => number
  readonly count: () => number
  readonly list: () => readonly JsonObject[]
}

interface CallDraft {
  readonly index: number
  readonly call: DeltaMerger
}

/** Size of an empty call, in characters. */
const EMPTY_CALL_SIZE = 100
const STREAMED_IN_CALLS: ReadonlySet<string> = new Set(['function', 'custom'])

/**
 * Merges the tool call deltas of a message. A delta belongs to the last call with its index; another id at the same
 * index starts another call, because some providers reuse indexes.
 */
export function createToolCallMerger(): ToolCallMerger {
  const drafts: CallDraft[] = []
  const last = new Map<number, CallDraft>()
  return {
    add: ({ index, ...delta }, size) => {
      const callIndex = typeof index === 'number' ? index : drafts.length
      const previous = last.get(callIndex)
      const previousId = previous?.call.field('id')
      const isOtherCall =
        typeof previousId === 'string' && typeof delta['id'] === 'string' && previousId !== delta['id']
      const draft =
        previous === undefined || isOtherCall
          ? { index: callIndex, call: createDeltaMerger(STREAMED_IN_CALLS) }
          : previous
      if (draft !== previous) drafts.push(draft)
      last.set(callIndex, draft)
      return draft.call.add(delta, size) + (draft === previous ? 0 : EMPTY_CALL_SIZE)
    },
    count: () => drafts.length,
    list: () => drafts.toSorted((a, b) => a.index - b.index).map(({ call }) => withType(call.object())),
  }
}

const withType = (call: JsonObject): JsonObject => ({ type: 'function', ...call })

interface DeltaMerger {
  /** Merges a delta of at most `size` characters; returns approximately how many of them are now buffered. */
  readonly add: (delta: JsonObject, size: number) => number
  readonly field: (name: string) => Json | undefined
  readonly isEmpty: () => boolean
  readonly object: () => JsonObject
}

/** Strings that are repeated rather than continued. */
const REPEATED_FIELDS: ReadonlySet<string> = new Set(['role', 'id', 'type', 'name'])

/**
 * Merges the deltas of an object: strings and lists are appended, anything else is replaced, so that unknown fields are
 * retained too. `inner` names the nested objects that are streamed themselves; others arrive complete.
 */
function createDeltaMerger(inner: ReadonlySet<string> = new Set()): DeltaMerger {
  /** In order of first appearance. Lists are copied: deltas are never mutated. */
  const fields = new Map<string, Json>()
  const lists = new Map<string, Json[]>()
  const objects = new Map<string, DeltaMerger>()

  const addList = (name: string, items: readonly Json[]): void => {
    const ownedList = fields.get(name) === lists.get(name) ? lists.get(name) : undefined
    const list = ownedList ?? []
    for (const each of items) list.push(each)
    lists.set(name, list)
    fields.set(name, list)
  }
  const addObject = (name: string, delta: JsonObject, size: number): number => {
    const object = objects.get(name) ?? createDeltaMerger()
    objects.set(name, object)
    fields.set(name, null)
    return object.add(delta, size)
  }
  const addField = (name: string, value: Json, size: number): number => {
    const previous = fields.get(name)
    if (typeof value === 'string') {
      const isContinued = typeof previous === 'string' && !REPEATED_FIELDS.has(name)
      fields.set(name, isContinued ? previous + value : value)
      return value.length
    }
    if (isList(value)) addList(name, value)
    else if (isObject(value) && inner.has(name)) return addObject(name, value, size)
    else if (value !== null || previous === undefined) fields.set(name, value)
    return typeof value === 'object' ? size : 0
  }
  return {
    add: (delta, size) => {
      let added = 0
      for (const [name, value] of Object.entries(delta)) {
        if (!fields.has(name)) added += name.length
        added += addField(name, value, size)
      }
      return added
    },
    field: name => fields.get(name),
    isEmpty: () => fields.size === 0,
    object: () =>
      Object.fromEntries([...fields].map(([name, value]) => [name, objects.get(name)?.object() ?? value])),
  }
}

/**
 * A chat or completion → chunks: the role, the content in one delta, the finish reason, usage if requested,
 * `[DONE]`.
 */
export function toChunkEvents(reply: JsonObject, includeUsage: boolean): readonly Uint8Array[] | undefined {
  const { choices, usage, object, ...head } = reply
  if (!isList(choices)) return undefined
  const isText = object === 'text_completion'
  const frame = { ...head, object: isText ? 'text_completion' : 'chat.completion.chunk' }
  const chunks = choices.filter(isObject).flatMap(isText ? textChunks : chatChunks)
  const events: JsonObject[] = chunks.map(choice => ({
    ...frame,
    choices: [choice],
    ...(includeUsage ? { usage: null } : {}),
  }))
  if (includeUsage && usage !== undefined) events.push({ ...frame, choices: [], usage })
  return [...events.map(encodeEvent), encodeDone()]
}

const textChunks = ({ finish_reason: finish, ...choice }: JsonObject): readonly JsonObject[] => [
  { ...choice, finish_reason: finish ?? null },
]

function chatChunks({
  index = 0,
  message,
  finish_reason: finish,
  logprobs = null,
}: JsonObject): readonly JsonObject[] {
  const { tool_calls: calls, role = 'assistant', ...content } = isObject(message) ? message : {}
  const numberedCalls = asList(calls)
    .filter(isObject)
    .map((call, callIndex) => ({ index: callIndex, ...call }))
  const delta = { ...content, ...(numberedCalls.length === 0 ? {} : { tool_calls: numberedCalls }) }
  return [
    {
      index,
      delta: { role, content: content['content'] === null ? null : '' },
      logprobs: null,
      finish_reason: null,
    },
    { index, delta, logprobs, finish_reason: null },
    { index, delta: {}, logprobs: null, finish_reason: finish ?? 'stop' },
  ]
}
