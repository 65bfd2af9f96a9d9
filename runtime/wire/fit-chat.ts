// A chat of the OpenAI schema, adapted to a provider of that schema and its model: roles, parameters of other
// dialects, and what the family of the model rejects.
import { type Json, type JsonObject, present } from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import { familyEdits } from './fit-family.ts'
import { schemaFitters } from './fit-schemas.ts'
import { reduceAllowedTools } from './fit-tools.ts'
import { acceptedWords, acceptsWord, foreignWordEdits, withoutCacheMarks } from './foreign-words.ts'
import { developerToSystem } from './instruction-roles.ts'

export interface FittedChat {
  readonly body: JsonObject
  readonly dropped: readonly string[]
}

export function fitChat(
  chat: JsonObject,
  { accepts, developerRole, facts }: Pick<AdapterContext, 'accepts' | 'developerRole' | 'facts'>,
): FittedChat {
  const reduced = written(
    chat,
    reduceAllowedTools(name => chat[name]),
  )
  const edits = foreignWordEdits(
    Object.keys(reduced),
    name => reduced[name],
    acceptedWords(accepts, facts),
    facts?.thinking !== undefined,
  )
  const fitted = fitToFamily(written(reduced, edits?.fields), facts, edits?.origins)
  const body: Record<string, Json> = { ...fitted.body }
  if (!acceptsWord('cache_control', accepts))
    for (const name of ['messages', 'tools']) {
      const list = withoutCacheMarks(body[name])
      if (list !== undefined) body[name] = list
    }
  const messages = developerRole === true ? undefined : developerToSystem(body['messages'])
  if (messages !== undefined) body['messages'] = messages
  return { body, dropped: [...(edits?.dropped ?? []), ...fitted.dropped] }
}

/** A chat for any provider, adapted to the family of its model. */
export function fitToFamily(
  chat: JsonObject,
  facts: FamilyFacts | undefined,
  origins?: Readonly<Record<string, string>>,
): FittedChat {
  const edits = familyEdits(Object.keys(chat), name => chat[name], facts, origins, schemaFitters)
  return { body: written(chat, edits?.fields), dropped: edits?.dropped ?? [] }
}

const written = (
  chat: JsonObject,
  fields: Readonly<Record<string, Json | undefined>> | undefined,
): JsonObject => (fields === undefined ? chat : present({ ...chat, ...fields }))
