// Scopes in Portkey's words, which its clients write: they are read as the gateway's own, and the reply names them.
import { isList, type Json, type JsonObject } from '../../../../schemas/values/json.ts'

const OWN_NAMES: ReadonlyMap<Json, string> = new Map([['completions.write', 'inference']])

/** The body with the gateway's own scopes, each once; the same body where it has no other. */
export function withOwnScopes(body: JsonObject): JsonObject {
  const { scopes } = body
  if (!isList(scopes) || !scopes.some(scope => OWN_NAMES.has(scope))) return body
  return { ...body, scopes: [...new Set(scopes.map(scope => OWN_NAMES.get(scope) ?? scope))] }
}

/** Which of the scopes that were sent are read as others: nothing if none is. */
export function scopesReadAs(sent: JsonObject): JsonObject {
  const { scopes } = sent
  const pairs = (isList(scopes) ? scopes : []).flatMap(scope => {
    const own = OWN_NAMES.get(scope)
    return own === undefined ? [] : [[String(scope), own] as const]
  })
  return pairs.length === 0 ? {} : { scopes_read_as: Object.fromEntries(pairs) }
}
