// Guards and their checks with their pointers, in a form that does not depend on the spelling. A guardrail may be
// referenced by name; the manifest defines it.
import { shapes } from '../../../schemas/generated/facts.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import type { Catalog, CheckFacts } from '../../facts/catalog.ts'
import type { CompileEnvironment } from '../../facts/environment.ts'
import { checkId } from '../../lower/check.ts'
import { guardReference } from '../../lower/guard.ts'
import type { ReportLocation } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import type { ConfigNode } from './config-node.ts'
import { buffersStream, streamUseOf } from './denying-guards.ts'

export type GuardHook = 'request' | 'reply'

export interface CheckUse {
  /** Including its prefix. */
  readonly id: string
  readonly name: string
  readonly location: ReportLocation
  /** Undefined for an unknown check. */
  readonly facts: CheckFacts | undefined
  readonly parameters: JsonObject
  readonly pointer: Pointer
}

export interface GuardDefinition {
  readonly pointer: Pointer
  readonly value: JsonObject
  /** The title of its schema. */
  readonly kind: string
  /** Undefined for a guardrail of a manifest, which may be used on requests and replies. */
  readonly hook: GuardHook | undefined
  readonly checks: readonly CheckUse[]
}

/** A reference to a guardrail by name, in a config or for all requests or replies of a gateway. */
export interface GuardReference {
  readonly pointer: Pointer
  readonly name: string
  readonly hook: GuardHook
}

export interface Guards {
  readonly definitions: readonly GuardDefinition[]
  readonly references: readonly GuardReference[]
}

export const HOOK_LISTS = [
  { property: 'before_request_hooks', hook: 'request', kind: 'BeforeRequestHook' },
  { property: 'input_guardrails', hook: 'request', kind: 'InputGuardrail' },
  { property: 'after_request_hooks', hook: 'reply', kind: 'AfterRequestHook' },
  { property: 'output_guardrails', hook: 'reply', kind: 'OutputGuardrail' },
] as const

/** The schema title of a guardrail in a manifest. */
export const NAMED_GUARDRAIL = 'NamedGuardrail'

/** The schema titles of objects in which every additional key is a check. */
const SHORTHANDS: ReadonlySet<string> = new Set(['InputGuardrail', 'OutputGuardrail', NAMED_GUARDRAIL])

/** True when the key of such an object is a check. */
export const isShorthand = (kind: string, name: string): boolean =>
  SHORTHANDS.has(kind) && !Object.hasOwn(shapes[kind] ?? {}, name)

/** The guards of config nodes, in source order. */
export function guardsOfNodes(nodes: readonly ConfigNode[], catalog: Catalog): Guards {
  const definitions: GuardDefinition[] = []
  const references: GuardReference[] = []
  for (const node of nodes)
    for (const { property, hook, kind } of HOOK_LISTS) {
      const list = ownProperty(node.value, property)
      for (const [index, item] of isJsonArray(list) ? list.entries() : []) {
        const pointer = childPointer(childPointer(node.pointer, property), index)
        const name = guardReference(item)
        if (name !== undefined && name !== '')
          references.push({ pointer: isJsonObject(item) ? childPointer(pointer, 'id') : pointer, name, hook })
        if (isJsonObject(item) && name === undefined)
          definitions.push({
            pointer,
            value: item,
            kind,
            hook,
            checks: checksOf(item, kind, pointer, catalog),
          })
      }
    }
  return { definitions, references }
}

/** The guards of a manifest. */
export function guardsOfManifest(manifest: JsonObject, catalog: Catalog): Guards {
  const guardrails = ownProperty(manifest, 'guardrails')
  const definitions = Object.entries(isJsonObject(guardrails) ? guardrails : {}).flatMap(([id, value]) => {
    const pointer = childPointer('/guardrails', id)
    if (!isJsonObject(value)) return []
    return [
      {
        pointer,
        value,
        kind: NAMED_GUARDRAIL,
        hook: undefined,
        checks: checksOf(value, NAMED_GUARDRAIL, pointer, catalog),
      },
    ]
  })
  const keys = ownProperty(manifest, 'api_keys')
  const references = [
    ...referencesOf(manifest, ''),
    ...(isJsonArray(keys) ? keys : []).flatMap((key, index) =>
      isJsonObject(key) ? referencesOf(key, childPointer('/api_keys', index)) : [],
    ),
  ]
  return { definitions, references }
}

/** The guardrails that the lists of a manifest, or of one of its keys, name. */
const referencesOf = (owner: JsonObject, at: Pointer): readonly GuardReference[] =>
  HOOK_LISTS.flatMap(({ property, hook }) => {
    const list = ownProperty(owner, property)
    const pointer = childPointer(at, property)
    return (isJsonArray(list) ? list : []).flatMap((name, index) =>
      typeof name === 'string' && name !== '' ? [{ pointer: childPointer(pointer, index), name, hook }] : [],
    )
  })

function checksOf(guard: JsonObject, kind: string, at: Pointer, catalog: Catalog): readonly CheckUse[] {
  const shorthand = Object.entries(guard).flatMap(([name, parameters]) => {
    if (!isShorthand(kind, name) || !isJsonObject(parameters)) return []
    const pointer = childPointer(at, name)
    const facts = catalog.check(checkId(name))
    const id = facts?.id ?? checkId(name)
    return [{ id, name, location: { key: pointer }, facts, parameters, pointer }]
  })
  const list = ownProperty(guard, 'checks')
  const listed = (isJsonArray(list) ? list : []).flatMap((item, index) => {
    const name = ownProperty(item, 'id')
    const parameters = ownProperty(item, 'parameters')
    if (typeof name !== 'string' || name === '' || !isJsonObject(parameters)) return []
    const itemPointer = childPointer(childPointer(at, 'checks'), index)
    const facts = catalog.check(checkId(name))
    const id = facts?.id ?? checkId(name)
    const pointer = childPointer(itemPointer, 'parameters')
    return [{ id, name, location: childPointer(itemPointer, 'id'), facts, parameters, pointer }]
  })
  return [...shorthand, ...listed]
}

/** What a named guardrail does, as far as it matters where it is referenced. */
export interface GuardSummary {
  /** The identifiers of its checks. */
  readonly checks: readonly string[]
  /** Whether it denies or rewrites, and therefore buffers a streamed reply until it has decided. */
  readonly buffersStreams: boolean
  /** Whether it runs beside a call whose request it is used on. */
  readonly beside: boolean
}

/** The guardrails that configs in this environment may reference. */
export const guardsOfEnvironment = ({ guards }: CompileEnvironment): ReadonlyMap<string, GuardSummary> =>
  new Map(
    Object.entries(guards?.byId ?? {}).map(([id, { checks, async, beside = false, stream }]) => [
      id,
      {
        checks: checks.map(check => check.id),
        buffersStreams: !async && stream === 'hold',
        beside,
      },
    ]),
  )

/** The guardrails that the lists of a manifest may reference. */
export const summarizeGuards = ({ definitions }: Guards): ReadonlyMap<string, GuardSummary> =>
  new Map(
    definitions.map(guard => [
      lastToken(guard.pointer) ?? '',
      {
        checks: guard.checks.map(check => check.id),
        buffersStreams: buffersStream(streamUseOf(guard)),
        beside: ownProperty(guard.value, 'when') === 'beside',
      },
    ]),
  )
