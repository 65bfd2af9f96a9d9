// Guards and their checks with their pointers, in a form that does not depend on the spelling. A guardrail may be
// referenced by name; the manifest defines it.
import { shapes } from '../../schemas/generated/facts.ts'
import type { Catalog, CheckFacts } from '../catalog.ts'
import { checkId } from '../lower/guard-check.ts'
import { child, lastToken, type Pointer } from '../pointer.ts'
import type { JsonObject } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { holdsStreams } from './denial.ts'
import { isList, isObject, own } from './kind.ts'
import type { Site } from './site.ts'
import type { Spot } from './tell.ts'

export type Side = 'request' | 'reply'

export interface WrittenCheck {
  /** Including its prefix. */
  readonly id: string
  readonly name: string
  readonly spot: Spot
  /** Undefined for an unknown check. */
  readonly facts: CheckFacts | undefined
  readonly parameters: JsonObject
  readonly pointer: Pointer
}

export interface WrittenGuard {
  readonly pointer: Pointer
  readonly value: JsonObject
  /** The title of its schema. */
  readonly kind: string
  /** Undefined for a guardrail of a manifest, which may be used on requests and replies. */
  readonly side: Side | undefined
  readonly checks: readonly WrittenCheck[]
}

/** A reference to a guardrail by name, in a config or for all requests or replies of a gateway. */
export interface NamedGuard {
  readonly pointer: Pointer
  readonly name: string
  readonly side: Side
}

export interface Guards {
  readonly written: readonly WrittenGuard[]
  readonly named: readonly NamedGuard[]
}

const LISTS = [
  { property: 'before_request_hooks', side: 'request', kind: 'BeforeRequestHook' },
  { property: 'input_guardrails', side: 'request', kind: 'InputGuardrail' },
  { property: 'after_request_hooks', side: 'reply', kind: 'AfterRequestHook' },
  { property: 'output_guardrails', side: 'reply', kind: 'OutputGuardrail' },
] as const

/** The schema title of a guardrail in a manifest. */
const NAMED = 'NamedGuardrail'

/** The schema titles of objects in which every additional key is a check. */
const SHORTHANDS: ReadonlySet<string> = new Set(['InputGuardrail', 'OutputGuardrail', NAMED])

/** True when the key of such an object is a check. */
export const isShorthand = (kind: string, name: string): boolean =>
  SHORTHANDS.has(kind) && !Object.hasOwn(shapes[kind] ?? {}, name)

/** The guards of config nodes, in source order. */
export function guardsOfSites(sites: readonly Site[], catalog: Catalog): Guards {
  const written: WrittenGuard[] = []
  const named: NamedGuard[] = []
  for (const site of sites)
    for (const { property, side, kind } of LISTS) {
      const list = own(site.value, property)
      for (const [index, item] of isList(list) ? list.entries() : []) {
        const pointer = child(child(site.pointer, property), index)
        if (typeof item === 'string' && item !== '') named.push({ pointer, name: item, side })
        if (isObject(item))
          written.push({ pointer, value: item, kind, side, checks: checksOf(item, kind, pointer, catalog) })
      }
    }
  return { written, named }
}

/** The guards of a manifest. */
export function guardsOfManifest(manifest: JsonObject, catalog: Catalog): Guards {
  const guardrails = own(manifest, 'guardrails')
  const written = Object.entries(isObject(guardrails) ? guardrails : {}).flatMap(([id, value]) => {
    const pointer = child('/guardrails', id)
    if (!isObject(value)) return []
    return [
      { pointer, value, kind: NAMED, side: undefined, checks: checksOf(value, NAMED, pointer, catalog) },
    ]
  })
  const named = LISTS.flatMap(({ property, side }) => {
    const list = own(manifest, property)
    return (isList(list) ? list : []).flatMap((name, index) =>
      typeof name === 'string' && name !== '' ? [{ pointer: child(`/${property}`, index), name, side }] : [],
    )
  })
  return { written, named }
}

function checksOf(guard: JsonObject, kind: string, at: Pointer, catalog: Catalog): readonly WrittenCheck[] {
  const shorthand = Object.entries(guard).flatMap(([name, parameters]) => {
    if (!isShorthand(kind, name) || !isObject(parameters)) return []
    const pointer = child(at, name)
    const id = checkId(name)
    return [{ id, name, spot: { key: pointer }, facts: catalog.check(id), parameters, pointer }]
  })
  const list = own(guard, 'checks')
  const listed = (isList(list) ? list : []).flatMap((item, index) => {
    const name = own(item, 'id')
    const parameters = own(item, 'parameters')
    if (typeof name !== 'string' || name === '' || !isObject(parameters)) return []
    const place = child(child(at, 'checks'), index)
    const id = checkId(name)
    const pointer = child(place, 'parameters')
    return [{ id, name, spot: child(place, 'id'), facts: catalog.check(id), parameters, pointer }]
  })
  return [...shorthand, ...listed]
}

/** What a named guardrail does, as far as it matters where it is referenced. */
export interface KnownGuard {
  /** The identifiers of its checks. */
  readonly checks: readonly string[]
  /** Whether it denies and therefore buffers a streamed reply until it has decided. */
  readonly holds: boolean
}

/** The guardrails that configs in this environment may reference. */
export const guardsAround = ({ guards }: Surroundings): ReadonlyMap<string, KnownGuard> =>
  new Map(
    Object.entries(guards?.named ?? {}).map(([id, { checks, deny, async, stream }]) => [
      id,
      { checks: checks.map(check => check.id), holds: deny !== 'never' && !async && stream === 'hold' },
    ]),
  )

/** The guardrails that the lists of a manifest may reference. */
export const guardsWritten = ({ written }: Guards): ReadonlyMap<string, KnownGuard> =>
  new Map(
    written.map(guard => [
      lastToken(guard.pointer) ?? '',
      { checks: guard.checks.map(check => check.id), holds: holdsStreams(guard) },
    ]),
  )
