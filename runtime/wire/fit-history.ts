// The history of a chat, adapted to its model: images that the model does not read; the thinking of earlier replies,
// without which some models reject a history (such as that of a fallback from another model), and with which others
// do; and the order of roles, if the model has rules for it.
import type { Thinking } from '../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import type { ChatDraft } from './chat-draft.ts'

export function fitReplay(chat: ChatDraft, { replay }: FamilyFacts, thinks: boolean): void {
  const messages = chat.value('messages')
  if (replay === undefined || !isList(messages)) return
  const isUnfit = replay === 'refused' ? hasThinking : lacksThinking
  if ((replay === 'required' && !thinks) || !messages.some(message => isUnfit(asObject(message)))) return
  chat.write(
    'messages',
    messages.map(message => (isObject(message) && isUnfit(message) ? fitMessage(message, replay) : message)),
  )
}

const hasThinking = ({ reasoning_content: thinking }: JsonObject): boolean => thinking !== undefined

const lacksThinking = ({ role, reasoning_content: thinking = null }: JsonObject): boolean =>
  role === 'assistant' && thinking === null

/** The thinking of another model is unknown: an empty string takes its place. */
function fitMessage(
  { reasoning_content: _, ...message }: JsonObject,
  replay: NonNullable<FamilyFacts['replay']>,
): JsonObject {
  return replay === 'refused' ? message : { ...message, reasoning_content: '' }
}

const OMITTED = '[image omitted: the model does not read images]'

/** The replacement of an image, by the type of its part: of chats, messages and responses. */
const IMAGES: ReadonlyMap<Json | undefined, JsonObject> = new Map([
  ['image_url', { type: 'text', text: OMITTED }],
  ['image', { type: 'text', text: OMITTED }],
  ['input_image', { type: 'input_text', text: OMITTED }],
])
const IMAGE_TYPES = [...IMAGES.keys()].map(type => new TextEncoder().encode(`"${type}"`))

/** Whether a body may have images: a native search. */
export const mayHaveImages = (body: Uint8Array): boolean => IMAGE_TYPES.some(type => includes(body, type))

/**
 * Images of earlier turns would make every later request fail; one of the last turn is left to the provider to
 * reject.
 */
export function fitImages(chat: ChatDraft, { textOnly }: FamilyFacts): void {
  const messages = chat.value('messages')
  if (textOnly !== true || !isList(messages)) return
  const fitted = withoutSeenImages(messages)
  if (fitted === messages) return
  chat.write('messages', fitted)
  chat.name('messages.image_url')
}

const isResult = (turn: Json | undefined): boolean => {
  const { role, type } = asObject(turn)
  return role === 'tool' || asText(type)?.endsWith('_call_output') === true
}

/**
 * The turns with a sentence for each image before the last turn, which is a message or the results of one round of
 * calls.
 */
function withoutSeenImages(turns: readonly Json[]): readonly Json[] {
  let last = turns.findLastIndex(turn => roleOf(turn) !== 'assistant')
  while (isResult(turns[last]) && isResult(turns[last - 1])) last -= 1
  const fitted = turns.map((turn, index) => (index < last ? withoutImages(turn) : turn))
  return fitted.some((turn, index) => turn !== turns[index]) ? fitted : turns
}

/** The contents of a turn, of a result in it, and of the output of a call. */
const CONTENTS = ['content', 'output']

/** The turn or part itself if it has no images. */
function withoutImages(turn: Json): Json {
  if (!isObject(turn)) return turn
  const sentence = IMAGES.get(turn['type'])
  if (sentence !== undefined) return sentence
  for (const name of CONTENTS) {
    const parts = turn[name]
    if (!isList(parts)) continue
    const fitted = parts.map(withoutImages)
    if (fitted.some((part, index) => part !== parts[index])) return { ...turn, [name]: fitted }
  }
  return turn
}

export function fitRoles(chat: ChatDraft, { lacks }: FamilyFacts): void {
  const messages = chat.value('messages')
  if (!isList(messages)) return
  const answered = lacks.includes('user-after-tool') ? withAnswers(messages) : messages
  const fitted = lacks.includes('repeated-roles') ? withSingleTurns(answered) : answered
  if (fitted !== messages) chat.write('messages', fitted)
}

/** A reply of the model to the results of its tools. */
const ANSWER: JsonObject = { role: 'assistant', content: 'I have the results of the tools.' }

const roleOf = (message: Json | undefined): Json | undefined => asObject(message)['role']

/** An answer of the model between the results of tools and a user turn. */
function withAnswers(messages: readonly Json[]): readonly Json[] {
  const isMissing = (index: number): boolean =>
    roleOf(messages[index]) === 'user' && roleOf(messages[index - 1]) === 'tool'
  if (!messages.some((_, index) => isMissing(index))) return messages
  return messages.flatMap((message, index) => (isMissing(index) ? [ANSWER, message] : [message]))
}

/** Turns of one role in a row are one turn. */
function withSingleTurns(messages: readonly Json[]): readonly Json[] {
  const merged: Json[] = []
  for (const message of messages) {
    const last = merged.at(-1)
    const role = roleOf(message)
    const isRepeated = (role === 'user' || role === 'assistant') && role === roleOf(last)
    if (isRepeated && isObject(message) && isObject(last)) merged[merged.length - 1] = join(last, message)
    else merged.push(message)
  }
  return merged.length === messages.length ? messages : merged
}

function join(one: JsonObject, other: JsonObject): JsonObject {
  const { content: first = null } = one
  const { content: second = null } = other
  const content =
    typeof first === 'string' && typeof second === 'string'
      ? `${first}\n\n${second}`
      : [...partsOf(first), ...partsOf(second)]
  return { ...one, ...other, content }
}

function partsOf(content: Json): readonly Json[] {
  if (isList(content)) return content
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
}

/**
 * Prefix of the gateway's opaque strings, in which clients send back the state of another provider; the number is
 * the format version.
 */
export const STATE_PREFIX = 'portolan1.'

const STATE = new TextEncoder().encode(`"${STATE_PREFIX}`)
const UNSIGNED = new TextEncoder().encode('"signature":""')
const REASONING = new TextEncoder().encode('"type":"reasoning"')
const ENCRYPTED = new TextEncoder().encode('"encrypted_content":"')
const ASSISTANT = new TextEncoder().encode('"assistant"')
const TOOL_USE = new TextEncoder().encode('"tool_use"')
const THINKING = [
  new TextEncoder().encode('"type":"thinking"'),
  new TextEncoder().encode('"redacted_thinking"'),
]

/** Whether a body has state that the gateway wrote for another provider. */
export const hasState = (body: Uint8Array): boolean => includes(body, STATE)

/**
 * Whether messages, or the items of a request for a response, may have content that their own provider rejects:
 * state of another one, or a round of calls without thinking. Native searches, which rarely match anything else.
 */
export function mayBeForeign(body: Uint8Array): boolean {
  if (hasState(body) || includes(body, UNSIGNED)) return true
  if (count(body, REASONING) > count(body, ENCRYPTED)) return true
  const last = Buffer.prototype.lastIndexOf.call(body, ASSISTANT)
  if (last < 0) return false
  const tail = body.subarray(last)
  return includes(tail, TOOL_USE) && !THINKING.some(part => includes(tail, part))
}

const includes = (body: Uint8Array, part: Uint8Array): boolean => Buffer.prototype.includes.call(body, part)

function count(body: Uint8Array, part: Uint8Array): number {
  let found = 0
  for (let at = -1; ; found += 1) {
    at = Buffer.prototype.indexOf.call(body, part, at + 1)
    if (at < 0) return found
  }
}

export interface HistoryEdits {
  readonly fields: Readonly<Record<string, Json | undefined>>
  readonly dropped: readonly string[]
}

/**
 * The changes of a request in its provider's own dialect, of messages or for a response. `signs`: the model signs
 * its thinking; `thinksInRounds`: it thinks within a budget; `textOnly`: it reads no images.
 */
export function ownHistory(
  read: (name: string) => Json | undefined,
  {
    signs,
    thinksInRounds,
    textOnly = false,
  }: { readonly signs: boolean; readonly thinksInRounds: boolean; readonly textOnly?: boolean },
): HistoryEdits {
  const { messages, input } = { messages: read('messages'), input: read('input') }
  const fields: Record<string, Json | undefined> = {}
  const dropped: string[] = []
  const put = (name: string, value: readonly Json[], own: readonly Json[], images: string): void => {
    const fitted = textOnly ? withoutSeenImages(own) : own
    if (fitted !== own) dropped.push(images)
    if (fitted.length !== value.length || fitted.some((turn, index) => turn !== value[index]))
      fields[name] = fitted
  }
  const turns = isList(messages) ? messages.flatMap(turn => withoutState(turn, signs)) : messages
  if (isList(messages) && isList(turns)) put('messages', messages, turns, 'messages.image')
  if (isList(input))
    put(
      'input',
      input,
      input.filter(item => !isForeignItem(item)),
      'input.input_image',
    )
  if (!thinksInRounds || asObject(read('thinking'))['type'] !== 'enabled' || !lacksThinkingInRound(turns))
    return { fields, dropped }
  // Edits that clear thinking are rejected if there is none.
  const management = read('context_management')
  const cleared = isObject(management) ? { context_management: undefined } : {}
  return {
    fields: { ...fields, thinking: undefined, ...cleared },
    dropped: [...dropped, 'thinking', ...Object.keys(cleared)],
  }
}

/** How a model of Claude's families thinks. */
export const claudeThinking = (
  thinking: Thinking | undefined,
): { readonly signs: boolean; readonly thinksInRounds: boolean } => {
  const hasBudget = thinking?.form === 'budget' || thinking?.takesBudget === true
  return { signs: hasBudget || thinking?.form === 'adaptive', thinksInRounds: hasBudget }
}

const isState = (value: Json, name: string): boolean =>
  asText(asObject(value)[name])?.startsWith(STATE_PREFIX) === true

/** Reasoning of another provider, or one that refers to nothing. */
const isForeignItem = (item: Json): boolean => {
  const { type, id = null, encrypted_content: encrypted = null } = asObject(item)
  return type === 'reasoning' && (isState(item, 'encrypted_content') || (id === null && encrypted === null))
}

/** A turn without blocks of another provider; none if it had no other blocks. */
function withoutState(turn: Json, signs: boolean): readonly Json[] {
  const { content } = asObject(turn)
  if (!isList(content)) return [turn]
  const kept = content.filter(
    block =>
      !isState(block, 'signature') &&
      !isState(block, 'data') &&
      !(signs && asObject(block)['signature'] === ''),
  )
  if (kept.length === content.length) return [turn]
  return kept.length === 0 ? [] : [{ ...asObject(turn), content: kept }]
}

/**
 * Models that think within a budget require each round of calls to begin with its thinking, which another model
 * may not have returned.
 */
export function lacksThinkingInRound(turns: Json | undefined): boolean {
  const [called, results] = asList(turns).slice(-2)
  const blocksOf = (turn: Json | undefined): readonly JsonObject[] =>
    asList(asObject(turn)['content']).map(asObject)
  const [first] = blocksOf(called)
  return (
    roleOf(called) === 'assistant' &&
    blocksOf(results).some(({ type }) => type === 'tool_result') &&
    first !== undefined &&
    first['type'] !== 'thinking' &&
    first['type'] !== 'redacted_thinking'
  )
}
