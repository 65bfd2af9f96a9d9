// The sections of LiteLLM's configuration, from one file or from several that are parts of it.
import { asObject, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { isNoKey, reportKey, variableOf } from '../foreign-references.ts'
import type { ImportContext } from '../import-context.ts'
import { each, itemsOf, objectOf, reportUnread, type Shape } from '../source-shape.ts'

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

/** The forms of the sections, whose properties are reported elsewhere. */
const ROOT: Shape = objectOf(
  {
    model_list: itemsOf(objectOf({}, 'read')),
    ...each(['router_settings', 'litellm_settings', 'general_settings'], objectOf({}, 'read')),
    credential_list: itemsOf(
      objectOf({
        credential_name: 'read',
        credential_values: objectOf({}, 'read'),
        ...each(['credential_info', 'credential_id'], 'unused'),
      }),
    ),
    environment_variables: objectOf({}, 'read'),
  },
  'read',
)

export function readSections(contexts: readonly ImportContext[]): Sections {
  for (const context of contexts) {
    reportUnread(context, ROOT)
    reportVariables(context)
  }
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

/** Variables that the file sets: those that name keys are secret. */
function reportVariables(context: ImportContext): void {
  for (const [name, value] of Object.entries(
    asObject(asObject(context.parsed.value)['environment_variables']),
  )) {
    const at = childPointer('/environment_variables', name)
    // The source gives the variable its value: references to it mean this key.
    if (
      /KEY|TOKEN|SECRET|PASS|CREDENTIAL|URL|DSN/i.test(name) &&
      variableOf(value) === undefined &&
      !isNoKey(value)
    )
      reportKey(context, at, name)
    else
      context.report(
        'import-not-expressible',
        at,
        `Set "${name}" where the gateway starts, if anything needs it; its value was read for this import.`,
        'key',
      )
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
