// The sections of LiteLLM's configuration, from one file or from several that are parts of it.
import { asObject, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { ImportContext } from '../import-context.ts'

/** A value with the file and the place that it is at. */
export interface Placed<Value extends Json = Json> {
  readonly context: ImportContext
  readonly at: Pointer
  readonly value: Value
}

export const placedAt = ({ context, at, value }: Placed<JsonObject>, name: string): Placed | undefined => {
  const found = Object.hasOwn(value, name) ? value[name] : undefined
  return found === undefined || found === null
    ? undefined
    : { context, at: childPointer(at, name), value: found }
}

export interface Sections {
  readonly models: readonly Placed[]
  /** Settings by name, of the sections in the order of precedence: `router_settings` before `litellm_settings`. */
  readonly router: readonly Placed<JsonObject>[]
  readonly general: readonly Placed<JsonObject>[]
  /** Values that the file gives to variables. */
  readonly variables: JsonObject
  /** Named credentials. */
  readonly credentials: ReadonlyMap<string, Placed<JsonObject>>
  /** Every other section. */
  readonly others: readonly (Placed & { readonly name: string })[]
}

const KNOWN = new Set([
  'model_list',
  'router_settings',
  'litellm_settings',
  'general_settings',
  'credential_list',
  'environment_variables',
])

export function readSections(contexts: readonly ImportContext[]): Sections {
  const roots = contexts.map(
    (context): Placed<JsonObject> => ({ context, at: '', value: asObject(context.parsed.value) }),
  )
  const objects = (name: string): readonly Placed<JsonObject>[] => roots.flatMap(root => objectAt(root, name))
  const items = (name: string): readonly Placed[] => roots.flatMap(root => itemsAt(root, name))
  const credentials = new Map<string, Placed<JsonObject>>()
  for (const item of items('credential_list')) {
    if (!isObject(item.value)) continue
    const name = item.value['credential_name']
    const [values] = objectAt({ ...item, value: item.value }, 'credential_values')
    if (typeof name === 'string' && values !== undefined) credentials.set(name, values)
  }
  return {
    models: items('model_list'),
    router: [...objects('router_settings'), ...objects('litellm_settings')],
    general: objects('general_settings'),
    variables: Object.assign({}, ...objects('environment_variables').map(({ value }) => value)) as JsonObject,
    credentials,
    others: roots.flatMap(root =>
      Object.keys(root.value)
        .filter(name => !KNOWN.has(name))
        .flatMap(name => {
          const placed = placedAt(root, name)
          return placed === undefined ? [] : [{ ...placed, name }]
        }),
    ),
  }
}

export function objectAt(parent: Placed<JsonObject>, name: string): readonly Placed<JsonObject>[] {
  const placed = placedAt(parent, name)
  return placed !== undefined && isObject(placed.value) ? [{ ...placed, value: placed.value }] : []
}

export function itemsAt(parent: Placed<JsonObject>, name: string): readonly Placed[] {
  const placed = placedAt(parent, name)
  if (placed === undefined || !isList(placed.value)) return []
  return placed.value.map((value, index) => ({ ...placed, at: childPointer(placed.at, index), value }))
}

/** A setting of the first section that has it. */
export const settingOf = (sections: readonly Placed<JsonObject>[], name: string): Placed | undefined =>
  sections.map(section => placedAt(section, name)).find(placed => placed !== undefined)
