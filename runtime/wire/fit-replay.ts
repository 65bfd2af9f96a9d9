// The thinking of earlier replies in a history: some models reject a history without it, which that of a fallback from
// another model is, and others reject one that has it.
import { asObject, isList, isObject, type JsonObject } from '../../schemas/values/json.ts'
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
