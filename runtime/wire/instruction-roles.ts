// The role `developer`, which most providers of the OpenAI schema reject: the same instruction as `system`.
import type { Json } from '../../schemas/values/json.ts'
import { isList, isObject } from '../../schemas/values/json.ts'

const DEVELOPER = new TextEncoder().encode('"developer"')

/** Whether a body may have the role: a native search, which also finds the word elsewhere. */
export const mentionsDeveloper = (body: Uint8Array): boolean =>
  Buffer.prototype.includes.call(body, DEVELOPER)

/** The messages with the role that every provider accepts. */
export const developerToSystem = (messages: Json | undefined): Json | undefined =>
  isList(messages)
    ? messages.map(message =>
        isObject(message) && message['role'] === 'developer' ? { ...message, role: 'system' } : message,
      )
    : messages
