// The history of a chat: the thinking of earlier replies, which some models reject a history without, as that of a fallback from
// another model is, and others with; and the order of roles, where a model has rules for it.
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

/** What another model thought is not known: an empty text stands for it. */
function fitMessage(
  { reasoning_content: _, ...message }: JsonObject,
  replay: NonNullable<FamilyFacts['replay']>,
): JsonObject {
  return replay === 'refused' ? message : { ...message, reasoning_content: '' }
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

/** Prefix of the gateway's opaque strings, in which clients send back what another provider wrote; the number is the format version. */
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

/**
 * Whether messages, or the items of a request for a response, may have what their own provider rejects: state of another one, or a round
 * of calls without thinking. Native searches, true for few others.
 */
export function mayBeForeign(body: Uint8Array): boolean {
  if (includes(body, STATE) || includes(body, UNSIGNED)) return true
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
 * What to change in a request in its provider's own dialect, of messages or for a response. `signs`: the model signs its thinking;
 * `thinksInRounds`: it thinks within a budget.
 */
export function ownHistory(
  read: (name: string) => Json | undefined,
  { signs, thinksInRounds }: { readonly signs: boolean; readonly thinksInRounds: boolean },
): HistoryEdits {
  const { messages, input } = { messages: read('messages'), input: read('input') }
  const turns = isList(messages) ? messages.flatMap(turn => withoutState(turn, signs)) : messages
  const items = isList(input) ? input.filter(item => !isForeignItem(item)) : input
  const fields: Record<string, Json | undefined> = {}
  if (isList(messages) && isList(turns) && turns.some((turn, index) => turn !== messages[index]))
    fields['messages'] = turns
  if (isList(input) && isList(items) && items.length < input.length) fields['input'] = items
  if (!thinksInRounds || asObject(read('thinking'))['type'] !== 'enabled' || !lacksThinkingInRound(turns))
    return { fields, dropped: [] }
  // What clears thinking is refused where there is none.
  const management = read('context_management')
  const cleared = isObject(management) ? { context_management: undefined } : {}
  return {
    fields: { ...fields, thinking: undefined, ...cleared },
    dropped: ['thinking', ...Object.keys(cleared)],
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

/** A turn without blocks of another provider; none if it had no others. */
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

/** Models that think within a budget want each round of calls to begin with its thinking, which another model may not have given. */
function lacksThinkingInRound(turns: Json | undefined): boolean {
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
