// Looks names up in scopes: only own properties, so that no name reaches what JavaScript adds to every value.
import type { TemplatePath } from '../../compiler/prompts/template.ts'
import type { Json } from '../../schemas/values/json.ts'
import type { Scope } from './render-state.ts'

/**
 * The value of a name: its first part is looked up from the innermost scope outwards, the others in what was found. The
 * empty path is the innermost value. Undefined if there is none.
 */
export function lookUp(scope: Scope, [first, ...others]: TemplatePath): Json | undefined {
  if (first === undefined) return scope.value
  let current: Scope | undefined = scope
  while (current !== undefined && ownMember(current.value, first) === undefined) current = current.outer
  return current && others.reduce<Json | undefined>(ownMember, ownMember(current.value, first))
}

/** A property of an object, or an item of a list by its index. */
function ownMember(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined
}
