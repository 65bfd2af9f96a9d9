// Removes from a chat of the OpenAI schema what its provider and its model reject: extension fields of this gateway, words
// of other dialects, cache marks, the role developer, a schema, parameters that the family of the model does not have.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { stripExtensions } from '../../wire/extension-fields.ts'
import { familyEdits, reasonsWithTools } from '../../wire/fit-family.ts'
import { jsonWish, withJsonInstruction } from '../../wire/fit-format.ts'
import { reduceAllowedTools } from '../../wire/fit-tools.ts'
import { acceptedWords, acceptsWord, foreignWordEdits, withoutCacheMarks } from '../../wire/foreign-words.ts'
import { developerToSystem, mentionsDeveloper } from '../../wire/instruction-roles.ts'
import type { Overrides } from './overrides.ts'

export interface FittedFields {
  /** Fields to write; undefined removes one. */
  readonly fields: readonly (readonly [name: string, value: Json | undefined])[]
  readonly dropped: readonly string[]
}

/** A chat that the model answers at its Responses API only. */
export const NEEDS_RESPONSES = failure(
  'unsupported_endpoint',
  'The model takes no tools in chats while it reasons.',
)

/**
 * `names` are the fields of the body; `hasNested`: whether it may have extension fields or cache marks; `mayMove`: whether a
 * chat may be sent to the Responses API instead.
 */
export function fitFields(
  { body }: Call,
  { values }: Overrides,
  spec: ProviderSpec,
  facts: FamilyFacts | undefined,
  names: readonly string[],
  hasNested: boolean,
  mayMove: boolean,
): FittedFields | Failure {
  const fields = new Map<string, Json | undefined>()
  const read = (name: string): Json | undefined =>
    fields.has(name) ? fields.get(name) : (values[name] ?? body.field(name))
  const write = (edits: Readonly<Record<string, Json | undefined>> = {}): void => {
    for (const [name, value] of Object.entries(edits)) fields.set(name, value)
  }
  if (spec.customTools !== true) write(reduceAllowedTools(read))
  const all = [...new Set([...names, ...Object.keys(values)])]
  const words = foreignWordEdits(all, read, acceptedWords(spec.accepts, facts), facts?.thinking !== undefined)
  write(words?.fields)
  if (mayMove && facts !== undefined && reasonsWithTools(read, facts) && (read('n') ?? 1) === 1)
    return NEEDS_RESPONSES
  const fitted = familyEdits([...all, ...fields.keys()], read, facts, words?.origins)
  write(fitted?.fields)
  const wish = spec.schemaAsInstruction === true ? jsonWish(read('response_format')) : undefined
  if (wish?.schema !== undefined)
    write({
      messages: withJsonInstruction(read('messages'), wish),
      response_format: { type: 'json_object' },
    })
  const hasDeveloper = spec.developerRole !== true && mentionsDeveloper(body.bytes)
  const hasMarks = hasNested && !acceptsWord('cache_control', spec.accepts)
  if (hasNested || hasDeveloper) {
    const stripped = hasNested
      ? stripExtensions(read('messages'), spec.baseUrl === undefined)
      : read('messages')
    const unmarked = hasMarks ? withoutCacheMarks(stripped) : stripped
    const messages = hasDeveloper ? developerToSystem(unmarked) : unmarked
    if (messages !== undefined) write({ messages })
  }
  const tools = hasMarks ? withoutCacheMarks(read('tools')) : undefined
  if (tools !== undefined) write({ tools })
  return {
    fields: [...fields],
    dropped: [
      ...(words?.dropped ?? []),
      ...(fitted?.dropped ?? []),
      ...(wish?.schema === undefined ? [] : ['response_format.json_schema']),
    ],
  }
}
