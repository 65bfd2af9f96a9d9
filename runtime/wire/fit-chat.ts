// A chat of the OpenAI schema as far as a provider of that schema accepts it: roles, and words of other dialects.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'
import { acceptsWord, foreignWordEdits, withoutCacheMarks } from './foreign-words.ts'
import { developerToSystem } from './instruction-roles.ts'

export interface FittedChat {
  readonly body: JsonObject
  readonly dropped: readonly string[]
}

export function fitChat(
  chat: JsonObject,
  { accepts, developerRole }: Pick<AdapterContext, 'accepts' | 'developerRole'>,
): FittedChat {
  const edits = foreignWordEdits(Object.keys(chat), name => chat[name], accepts)
  const body: Record<string, Json> = { ...chat }
  for (const [name, value] of Object.entries(edits?.fields ?? {}))
    if (value === undefined) delete body[name]
    else body[name] = value
  if (!acceptsWord('cache_control', accepts))
    for (const name of ['messages', 'tools']) {
      const list = withoutCacheMarks(body[name])
      if (list !== undefined) body[name] = list
    }
  const messages = developerRole === true ? undefined : developerToSystem(body['messages'])
  if (messages !== undefined) body['messages'] = messages
  return { body, dropped: edits?.dropped ?? [] }
}
