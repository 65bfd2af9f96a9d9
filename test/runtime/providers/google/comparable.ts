// Requests in the dialect, and of Claude in the third cloud, as far as two of one intention can be compared.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { asList, asObject, isList, isObject } from '../../../../runtime/providers/wire/json.ts'

/**
 * The body as far as two recordings of one intention can agree: the model stands in the address, what each model said
 * before (or thought) is not compared (they are different models), and neither are signatures and identifiers, which only one has.
 */
export function comparable(body: JsonObject, differs: readonly string[]): JsonObject {
  const { model: _, contents, ...rest } = body
  const turns = asList(contents)
    .filter(isObject)
    .map(({ role, parts }) => ({
      role: role ?? null,
      parts: asList(parts)
        .filter(isObject)
        .filter(part => part['thought'] !== true)
        .map(part => comparablePart(part, role)),
    }))
  const plain: JsonObject = withoutIdentifiers({ ...rest, ...(isList(contents) ? { contents: turns } : {}) })
  return differs.reduce((object, path) => without(object, path.split('.')), plain)
}

function comparablePart({ thoughtSignature: _, ...part }: JsonObject, role: Json | undefined): JsonObject {
  if (part['text'] !== undefined && role === 'model') return { text: '(said by the model)' }
  const { id: __, ...call } = asObject(part['functionCall'])
  return isObject(part['functionCall']) ? { functionCall: call } : part
}

/** Identifiers of calls in Claude's messages differ from recording to recording, and so does what was said. */
function withoutIdentifiers(body: JsonObject): JsonObject {
  if (!isList(body['messages'])) return body
  const text = JSON.stringify(body['messages'], (key, value) =>
    key === 'id' || key === 'tool_use_id' ? 'call' : value,
  )
  return { ...body, messages: JSON.parse(text) }
}

function without(object: JsonObject, [name = '', ...path]: readonly string[]): JsonObject {
  const { [name]: removed, ...rest } = object
  return path.length === 0 || !isObject(removed) ? rest : { ...rest, [name]: without(removed, path) }
}
