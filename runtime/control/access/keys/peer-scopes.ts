// Scopes in the words of Portkey, which its clients write: they are read as the gateway's own, and the reply names them.
import { controlScopes } from '../../../../schemas/generated/control-routes.ts'
import { isList, type Json, type JsonObject } from '../../../../schemas/values/json.ts'

/** The body with the gateway's own scopes, each once; the same body where it has no other. */
export function withOwnScopes(body: JsonObject): JsonObject {
  const lists = LISTS.filter(name => listOf(body, name).some(scope => ownNames(scope).length > 0))
  if (lists.length === 0) return body
  const read = (scope: Json): readonly Json[] => {
    const own = ownNames(scope)
    return own.length > 0 ? own : [scope]
  }
  const own = lists.map(name => [name, [...new Set(listOf(body, name).flatMap(read))]] as const)
  return { ...body, ...Object.fromEntries(own) }
}

const LISTS = ['scopes', 'grants'] as const

const listOf = (body: JsonObject, name: (typeof LISTS)[number]): readonly Json[] => {
  const { [name]: list } = body
  return isList(list) ? list : []
}

/** Which of the scopes that were sent are read as others: nothing if none is. */
export function scopesReadAs(sent: JsonObject): JsonObject {
  const pairs = LISTS.flatMap(name => listOf(sent, name)).flatMap(scope => {
    const own = ownNames(scope)
    return own.length === 0 ? [] : [[String(scope), own.join(' ')] as const]
  })
  return pairs.length === 0 ? {} : { scopes_read_as: Object.fromEntries(pairs) }
}

/** None where the scope is one of the gateway, or unknown. With a colon, `*` means all of a resource: `deployments:*`. */
function ownNames(scope: Json): readonly string[] {
  if (typeof scope !== 'string') return []
  if (scope === 'completions.write') return ['inference']
  const [resource, action, ...more] = scope.split(':')
  if (action === undefined || more.length > 0) return []
  return controlScopes.filter(own =>
    action === '*' ? own.startsWith(`${resource}.`) : own === `${resource}.${action}`,
  )
}
