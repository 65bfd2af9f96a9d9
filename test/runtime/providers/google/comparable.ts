// Requests, and those of Claude at Vertex AI, as far as two recordings of the same scenario can be compared.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isList, isObject } from '../../../../schemas/values/json.ts'

/**
 * The comparable part of a body: the model is in the path, assistant text and thoughts are not compared (the models
 * differ), and neither are signatures and ids, which only one has.
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

/** Call ids and text in Claude's messages differ from recording to recording. */
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
