// What a chat may use at one target and not at the next: for every pair of targets of which one may follow the other after
// a failure. What a target takes is a value of the catalog, so it is what the runtime would send.
import { models } from '../../schemas/generated/models.ts'
import type { CallNode, Gateway, Plan, ProviderSpec } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import { bareModelName, undated } from '../../schemas/values/model-name.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import type { Catalog, ChatFit, FeatureFit, RequestFit } from '../facts/catalog.ts'
import { type CallTarget, targetsOfCall } from './call-provider.ts'
import type { FailureTable } from './failure-table.ts'
import { routesOf } from './routes.ts'

/** What the analysis needs of the catalog. */
export type ChatCatalog = Pick<Catalog, 'provider' | 'chatFit'>

export type LossKind = 'refused' | 'left-out' | 'changed'

/** What the next target does with something that the preceding one accepts. */
export interface CapabilityLoss {
  /** A feature of chats, or `override` for what the config itself sets. */
  readonly feature: string
  readonly value?: string
  readonly kind: LossKind
  /** The parameters that are left out or changed; none where the chat is refused. */
  readonly parameters: readonly string[]
  /** The effort that is sent instead. */
  readonly becomes?: string
  /** Why it is refused: a sentence. */
  readonly because?: string
}

/** Why something about a pair is not known. */
export type UnknownReason =
  | { readonly kind: 'provider-of-request' | 'model-of-request'; readonly pointer: Pointer }
  | { readonly kind: 'external-provider' | 'unknown-provider' | 'no-chats'; readonly pointer: Pointer }
  | {
      readonly kind: 'no-family' | 'adapted' | 'no-window'
      readonly pointer: Pointer
      readonly model: string
      readonly provider: string
    }
  | { readonly kind: 'images'; readonly pointer: Pointer; readonly provider: string }
  | {
      readonly kind: 'signatures'
      readonly pointer: Pointer
      readonly model: string
      readonly signer: string
    }

export interface CapabilityPair {
  readonly from: Pointer
  readonly to: Pointer
  /** The members of pools that are compared: one of those that are alike. */
  readonly members?: { readonly from?: string; readonly to?: string }
  /** The models that the config forces. */
  readonly models?: { readonly from: string; readonly to: string }
  readonly losses: readonly CapabilityLoss[]
  /** Context windows in tokens, where the next one is smaller. */
  readonly smallerWindow?: { readonly from: number; readonly to: number }
  readonly unknown: readonly UnknownReason[]
}

export interface Capabilities {
  readonly pairs: readonly CapabilityPair[]
  /** Whether there are more pairs or routes than were compared. */
  readonly isCutOff: boolean
}

const MAX_PAIRS = 2_000

/** All that a fallback loses. */
export const analyseCapabilities = (
  plan: Plan,
  failures: FailureTable,
  gateway: Pick<Gateway, 'providers' | 'pools'>,
  catalog: ChatCatalog,
): Capabilities => comparePairs(plan, failures, gateway, catalog, comparePair)

/** Only what it loses of the overrides of the config, which takes a twentieth of the time. */
export const analyseOverrides = (
  plan: Plan,
  failures: FailureTable,
  gateway: Pick<Gateway, 'providers' | 'pools'>,
  catalog: ChatCatalog,
): Capabilities =>
  comparePairs(plan, failures, gateway, catalog, (first, second) =>
    isKnown(first) && isKnown(second)
      ? {
          models: { from: first.model, to: second.model },
          losses: lossesOf('override', undefined, first.fit.overrides, second.fit.overrides),
          unknown: [],
        }
      : { losses: [], unknown: [] },
  )

function comparePairs(
  plan: Plan,
  failures: FailureTable,
  gateway: Pick<Gateway, 'providers' | 'pools'>,
  catalog: ChatCatalog,
  compare: (first: Subject, second: Subject, from: Pointer, to: Pointer) => Comparison,
): Capabilities {
  const callAt = new Map(routesOf(plan).routes.map(({ pointer, call }) => [pointer, call]))
  const shared = shareFits(catalog)
  const subjects = new Map<CallNode, readonly Subject[]>()
  const subjectsAt = (pointer: Pointer): readonly Subject[] | undefined => {
    const call = callAt.get(pointer)
    if (call === undefined) return undefined
    const found = subjects.get(call) ?? subjectsOf(call, gateway, shared)
    subjects.set(call, found)
    return found
  }
  const pairs: CapabilityPair[] = []
  let isCutOff = failures.isCutOff
  const add = (first: Subject, second: Subject, from: Pointer, to: Pointer): void => {
    if (pairs.length >= MAX_PAIRS) isCutOff = true
    else pairs.push({ from, to, ...membersOf(first, second), ...compare(first, second, from, to) })
  }
  // What one member of a pool takes and another does not: a request may get to either.
  for (const pointer of callAt.keys()) {
    const members = subjectsAt(pointer) ?? []
    for (const first of members)
      for (const second of members) if (first !== second) add(first, second, pointer, pointer)
  }
  // A target that conditions lead to in several ways has several routes.
  const known = new Set<string>()
  for (const { pointer: from, rows, nextWhenOpen = [] } of failures.routes)
    for (const to of new Set([
      ...rows.flatMap(({ next, notDecided }) => [...next, ...(notDecided?.otherwise.next ?? [])]),
      ...nextWhenOpen,
    ])) {
      const pair = `${from} ${to}`
      if (known.has(pair)) continue
      known.add(pair)
      const [before, after] = [subjectsAt(from), subjectsAt(to)]
      if (before === undefined || after === undefined) isCutOff = true
      else for (const first of before) for (const second of after) add(first, second, from, to)
    }
  return { pairs, isCutOff }
}

/** A target as far as the config decides it: what is absent is unknown, for a reason that `lack` names. */
interface Subject {
  /** Of a pool; the first of those that are alike. */
  readonly member?: string
  readonly spec?: ProviderSpec
  readonly model?: string
  readonly fit?: ChatFit
  readonly lack?:
    | 'provider-of-request'
    | 'external-provider'
    | 'model-of-request'
    | 'unknown-provider'
    | 'no-chats'
}

const membersOf = (first: Subject, second: Subject): Pick<CapabilityPair, 'members'> =>
  first.member === undefined && second.member === undefined
    ? {}
    : {
        members: {
          ...(first.member !== undefined && { from: first.member }),
          ...(second.member !== undefined && { to: second.member }),
        },
      }

/** The catalog for one plan, in which most calls differ in what is not part of a fit, such as their retries. */
function shareFits(catalog: ChatCatalog): ChatCatalog {
  const known = new Map<string, ChatFit | undefined>()
  return {
    ...catalog,
    chatFit: (spec, overrides) => {
      const key = canonicalJson([spec.id, overrides])
      if (!known.has(key)) known.set(key, catalog.chatFit(spec, overrides))
      return known.get(key)
    },
  }
}

/** A call, or the members of its pool, of which those with one provider and model are alike. */
function subjectsOf(
  call: CallNode,
  gateway: Pick<Gateway, 'providers' | 'pools'>,
  catalog: ChatCatalog,
): readonly Subject[] {
  const alike = Map.groupBy(targetsOfCall(call, gateway), ({ call: sent, provider }) =>
    JSON.stringify([provider, sent.overrides['model']]),
  )
  return [...alike.values()].flatMap(([target]) => {
    if (target === undefined) return []
    const subject = subjectOf(target, catalog)
    return target.member === undefined ? [subject] : [{ ...subject, member: target.member.name }]
  })
}

function subjectOf({ call, provider: id }: CallTarget, catalog: ChatCatalog): Subject {
  if (call.binding.from === 'request') return { lack: 'provider-of-request' }
  if (id === undefined) return { lack: 'external-provider' }
  const spec = catalog.provider(id)
  if (spec === undefined) return { lack: 'unknown-provider' }
  const { overrides } = call
  const { model } = overrides
  if (typeof model !== 'string') return { spec, lack: 'model-of-request' }
  const fit = catalog.chatFit(spec, overrides as JsonObject)
  return fit === undefined ? { spec, model, lack: 'no-chats' } : { spec, model, fit }
}

type Comparison = Omit<CapabilityPair, 'from' | 'to'>

function comparePair(first: Subject, second: Subject, from: Pointer, to: Pointer): Comparison {
  const lacks = [
    ...(first.lack === undefined ? [] : [{ kind: first.lack, pointer: from }]),
    ...(second.lack === undefined ? [] : [{ kind: second.lack, pointer: to }]),
  ]
  if (!isKnown(first) || !isKnown(second)) return { losses: [], unknown: lacks }
  const windows = { from: windowOf(first), to: windowOf(second) }
  const families = [
    { subject: first, pointer: from, window: windows.from },
    { subject: second, pointer: to, window: windows.to },
  ].flatMap(({ subject: { spec, model, fit }, pointer, window }): readonly UnknownReason[] => {
    const named = { pointer, model, provider: spec.name }
    return [
      ...(fit.family === 'known'
        ? []
        : [{ kind: fit.family === 'none' ? ('no-family' as const) : ('adapted' as const), ...named }]),
      ...(window === undefined ? [{ kind: 'no-window' as const, ...named }] : []),
    ]
  })
  return {
    models: { from: first.model, to: second.model },
    losses: lossesBetween(first.fit, second.fit),
    ...(windows.from !== undefined && windows.to !== undefined && windows.to < windows.from
      ? { smallerWindow: { from: windows.from, to: windows.to } }
      : {}),
    unknown: [...families, ...unknownImages(first, second, to), ...unknownSignatures(first, second, to)],
  }
}

type KnownSubject = Required<Pick<Subject, 'spec' | 'model' | 'fit'>>

const isKnown = (subject: Subject): subject is KnownSubject => subject.fit !== undefined

/** A window is the same by whatever name its host calls the model. */
export function windowOf({ spec, model }: Pick<KnownSubject, 'spec' | 'model'>): number | undefined {
  const listed = Object.hasOwn(models, spec.id) ? (models[spec.id] ?? []) : []
  const exact = listed.find(({ id, also }) => id === model || also?.includes(model))
  const name = undated(bareModelName(model))
  return (exact ?? listed.find(({ id }) => undated(bareModelName(id)) === name))?.context
}

/** A provider that lists what its models support, and not images: the list is of what is known. */
const unknownImages = (
  { spec: { capabilities: before } }: KnownSubject,
  { spec: { capabilities, name } }: KnownSubject,
  pointer: Pointer,
): readonly UnknownReason[] =>
  before?.includes('images') !== true || capabilities?.includes('images') === true
    ? []
    : [{ kind: 'images', pointer, provider: name }]

/** Signatures that are sent on: whether another model reads them is its provider's secret. */
const unknownSignatures = (
  { fit, model: before }: KnownSubject,
  { fit: { signatures }, model }: KnownSubject,
  pointer: Pointer,
): readonly UnknownReason[] =>
  before === model
    ? []
    : fit.signatures.written
        .filter(signer => signatures.sent.includes(signer))
        .map(signer => ({ kind: 'signatures', pointer, model, signer }))

/** What the second lacks of what the first takes, in the order of the features. */
export function lossesBetween(first: ChatFit, second: ChatFit): readonly CapabilityLoss[] {
  const keyOf = ({ feature, value }: FeatureFit): string => JSON.stringify([feature, value])
  const before = new Map(first.features.map(fit => [keyOf(fit), fit]))
  return [
    ...lossesOf('override', undefined, first.overrides, second.overrides),
    // What the config sets at the first target does not come from the client, so it cannot be compared.
    ...second.features.flatMap(fit => {
      const earlier = before.get(keyOf(fit))
      return earlier === undefined ? [] : lossesOf(fit.feature, fit.value, earlier, fit)
    }),
    ...first.signatures.written
      .filter(signer => !second.signatures.sent.includes(signer))
      .map(signer => ({
        feature: 'signatures of thinking',
        value: signer,
        kind: 'left-out' as const,
        parameters: [],
      })),
  ]
}

function lossesOf(
  feature: string,
  value: string | undefined,
  first: RequestFit,
  second: RequestFit,
): readonly CapabilityLoss[] {
  if (first.refused !== undefined) return []
  const named = { feature, ...(value === undefined ? {} : { value }) }
  if (second.refused !== undefined)
    return [{ ...named, kind: 'refused', parameters: [], because: second.refused }]
  const leftOut = second.leftOut.filter(name => !first.leftOut.includes(name))
  const changed = second.changed.filter(
    name => !first.leftOut.includes(name) && !first.changed.includes(name),
  )
  const effort = second.becomes === undefined ? {} : { becomes: second.becomes }
  return [
    ...(leftOut.length === 0 ? [] : [{ ...named, kind: 'left-out' as const, parameters: leftOut }]),
    ...(changed.length === 0 ? [] : [{ ...named, kind: 'changed' as const, parameters: changed, ...effort }]),
  ]
}
