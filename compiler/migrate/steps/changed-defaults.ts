// Settings whose default changed: what an earlier version did without them, a row each, is written out.
import { isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { locationOf } from '../../diagnostics/diagnostic.ts'
import type { Catalog } from '../../facts/catalog.ts'
import type { ParsedSource } from '../../source.ts'
import { streamUseOf } from '../../validate/nodes/denying-guards.ts'
import { type GuardDefinition, guardsOfManifest, guardsOfNodes } from '../../validate/nodes/guards.ts'
import { insertProperty, type NewProperty, type PlacedObject } from '../insert-property.ts'
import type { MigratedKind, Migration, MigrationStep } from '../step.ts'

interface ChangedDefault {
  readonly reason: string
  /** The objects that the setting belongs to, also those that have it. */
  readonly find: (value: JsonObject, kind: MigratedKind, catalog: Catalog) => readonly PlacedObject[]
  /** What the earlier version did. */
  readonly property: NewProperty
}

const CONNECTIONS =
  'A provider gets at most 4096 connections from 0.2.0 on, and got 512: "limits.connections".'

/** Those of 0.2.0. */
const CHANGED_DEFAULTS: readonly ChangedDefault[] = [
  {
    reason: CONNECTIONS,
    find: (value, kind) => (kind === 'manifest' ? childrenOf({ pointer: '', value }, 'limits') : []),
    property: { name: 'connections', value: 512 },
  },
  {
    reason: CONNECTIONS,
    find: (value, kind) => (kind === 'manifest' ? [{ pointer: '', value }] : []),
    property: { name: 'limits', value: { connections: 512 } },
  },
  {
    reason: 'Retries include the 408 of a provider from 0.2.0 on: "on_status_codes" is the list of before.',
    find: (config, kind) =>
      kind === 'config' ? nodesOf(config, '').flatMap(node => childrenOf(node, 'retry').filter(retries)) : [],
    property: { name: 'on_status_codes', value: [429, 500, 502, 503, 504, 529] },
  },
  {
    reason:
      'Budgets of cost refuse calls without a known price from 0.2.0 on: "uncounted: allow" admits them as before.',
    find: (manifest, kind) =>
      kind === 'manifest' ? limitsOf(manifest).filter(({ value }) => value['type'] === 'cost') : [],
    property: { name: 'uncounted', value: 'allow', before: 'type' },
  },
  {
    reason:
      'Checks of guards that deny or rewrite read all messages from 0.2.0 on: "scope: last" reads the last ones as before.',
    find: (value, kind, catalog) =>
      enforcingGuards(value, kind, catalog).flatMap(({ checks }) =>
        checks
          .filter(({ facts }) => facts?.readsTexts === true)
          .map(({ pointer, parameters }) => ({ pointer, value: parameters })),
      ),
    property: { name: 'scope', value: 'last' },
  },
  {
    reason:
      'Guards that deny or rewrite check streams in windows from 0.2.0 on: "stream: hold" checks whole replies as before.',
    find: (value, kind, catalog) =>
      enforcingGuards(value, kind, catalog).filter(
        guard => guard.hook !== 'request' && streamUseOf(guard).mode === 'window',
      ),
    property: { name: 'stream', value: 'hold' },
  },
]

export const changedDefaultsStep: MigrationStep = {
  version: '0.2.0',
  isNeutral: false,
  find: (parsed, kind, catalog) => {
    const { value } = parsed
    if (!isObject(value)) return []
    return CHANGED_DEFAULTS.flatMap(({ find, property, reason }) =>
      find(value, kind, catalog)
        .filter(place => !Object.hasOwn(place.value, property.name))
        .map(place => migration(parsed, place, property, reason)),
    )
  },
}

function migration(
  parsed: ParsedSource,
  place: PlacedObject,
  property: NewProperty,
  reason: string,
): Migration {
  const fix = insertProperty(parsed, place, property)
  const at = property.before === undefined ? place.pointer : childPointer(place.pointer, property.before)
  return {
    location: locationOf(parsed, at, parsed.origins.get(at)?.key === undefined ? 'value' : 'key'),
    reason,
    fixes: fix === undefined ? [] : [fix],
  }
}

/** A config and its targets, with those of them. */
function nodesOf(value: Json, pointer: Pointer): readonly PlacedObject[] {
  if (!isObject(value)) return []
  const { targets } = value
  const list = childPointer(pointer, 'targets')
  const below = Array.isArray(targets) ? (targets as readonly Json[]) : []
  return [{ pointer, value }, ...below.flatMap((target, index) => nodesOf(target, childPointer(list, index)))]
}

function childrenOf({ pointer, value }: PlacedObject, name: string): readonly PlacedObject[] {
  const child = Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(child) ? [{ pointer: childPointer(pointer, name), value: child }] : []
}

const retries = ({ value: { attempts, on_errors: kinds } }: PlacedObject): boolean =>
  typeof attempts === 'number' && attempts > 0 && kinds === undefined

/** The budgets and limits of a manifest, and of its keys. */
function limitsOf(manifest: JsonObject): readonly PlacedObject[] {
  const { policies, api_keys: keys } = manifest
  const owners = [
    ...(isObject(policies) ? [{ pointer: '/policies', value: policies }] : []),
    ...itemsOf(keys, '/api_keys'),
  ]
  return owners.flatMap(({ pointer, value }) =>
    itemsOf(value['usage_limits'], childPointer(pointer, 'usage_limits')),
  )
}

const itemsOf = (list: Json | undefined, pointer: Pointer): readonly PlacedObject[] =>
  (Array.isArray(list) ? (list as readonly Json[]) : []).flatMap((value, index) =>
    isObject(value) ? [{ pointer: childPointer(pointer, index), value }] : [],
  )

function enforcingGuards(
  value: JsonObject,
  kind: MigratedKind,
  catalog: Catalog,
): readonly GuardDefinition[] {
  const { definitions } =
    kind === 'manifest'
      ? guardsOfManifest(value, catalog)
      : guardsOfNodes(
          nodesOf(value, '').map(node => ({ ...node, parent: undefined, names: new Set(), targets: [] })),
          catalog,
        )
  return definitions.filter(guard => streamUseOf(guard).enforces)
}
