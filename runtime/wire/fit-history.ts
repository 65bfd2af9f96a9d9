// The history of a chat: the thinking of earlier replies, which some models reject a history without, as that of a fallback from
// another model is, and others with; and the order of roles, where a model has rules for it.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../schemas/values/json.ts'
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
