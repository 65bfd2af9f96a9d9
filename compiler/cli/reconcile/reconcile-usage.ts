// The records of a log beside the export of a provider: the sums of both by day, model and credential, as far as the export distinguishes
// them, and the cause of each difference.
import { undated } from '../../../schemas/values/model-name.ts'
import { findBilledModel } from './billed-model.ts'
import type { ProviderUsage, UsageKind, UsageRow } from './usage-row.ts'

export type ComparedMeasure = 'requests' | 'input' | 'cached' | 'output' | 'cost'

/** Causes of differences, and the sentence of each. */
export const CAUSES = {
  not_logged: 'no request of the log: calls past this gateway, or of another key',
  fee: 'fees that no request of the log has: tools, storage, taxes, credits',
  not_billed: 'not in the export: it may be late, or another account pays',
  unpriced: 'requests whose cost is not known here',
  uncounted: 'requests without usage: streams that broke, or replies that nothing reads',
  failed: 'requests that failed, which the provider counts',
  requests: 'the numbers of requests differ',
  price: 'other prices: discounts, service tiers, rounding',
  count: 'the provider counts otherwise',
} as const

export type Cause = keyof typeof CAUSES

export interface Difference {
  readonly day: string
  readonly model: string
  readonly credential: string
  readonly measure: ComparedMeasure
  readonly logged: bigint
  readonly billed: bigint
  readonly cause: Cause
}

/** A request as the log has it. */
export interface LoggedRow extends UsageRow {
  /** A reply of the cache never reached a provider. */
  readonly isCached?: boolean
  readonly isFailed?: boolean
  /** Parts of its cost that have no price, such as `model` or `service_tier`. */
  readonly unpriced?: readonly string[]
}

export interface Reconciliation {
  readonly differences: readonly Difference[]
  /** Of everything, also of what is equal, by measure. */
  readonly totals: readonly Omit<Difference, 'day' | 'model' | 'credential' | 'cause'>[]
  /** The differences by measure and cause: together they are those of the totals. */
  readonly causes: readonly CauseSum[]
  /** Groups that were compared. */
  readonly compared: number
  /** Records that are not compared: no provider answered them. */
  readonly leftOut: { readonly cached: number; readonly failed: number }
}

export interface CauseSum {
  readonly measure: ComparedMeasure
  readonly cause: Cause
  readonly difference: bigint
  /** Of what has no price: the parts that the log names. */
  readonly parts: readonly string[]
}

const MEASURES: readonly ComparedMeasure[] = ['requests', 'input', 'cached', 'output', 'cost']
/** What the export does not distinguish. */
const ALL = '*'

/** One day of one model and credential, on both sides. */
interface Group {
  readonly day: string
  readonly model: string
  readonly credential: string
  readonly isFee: boolean
  readonly logged: Map<ComparedMeasure, bigint>
  readonly billed: Map<ComparedMeasure, bigint>
  loggedRows: number
  billedRows: number
  failed: number
  uncounted: number
  readonly unpriced: Set<string>
}

/** `slugOf` is the stored provider that has a credential of the export. */
export function reconcile(
  records: readonly LoggedRow[],
  { rows }: Pick<ProviderUsage, 'rows'>,
  slugOf: (credential: string) => string,
): Reconciliation {
  const byModel = rows.some(({ model, billedAs }) => model !== undefined || billedAs !== undefined)
  const byCredential = rows.some(({ credential }) => credential !== undefined)
  const kinds = new Set(rows.flatMap(({ kind }) => kind ?? []))
  const measures = MEASURES.filter(measure => rows.some(row => row[measure] !== undefined))
  const ofKinds = records.filter(({ kind }) => kinds.size === 0 || kind === undefined || kinds.has(kind))
  const answered = ofKinds.filter(({ isCached, isFailed }) => isCached !== true && isFailed !== true)
  const groups = new Map<string, Group>()
  const groupOf = (day: string, model: string, owner: string | undefined, isFee = false): Group => {
    const credential = byCredential ? (owner ?? ALL) : ALL
    const key = JSON.stringify([day, model, credential, isFee])
    const group = groups.get(key) ?? newGroup({ day, model, credential, isFee })
    groups.set(key, group)
    return group
  }
  const modelOf = (model: string | undefined): string => (byModel ? undated(model ?? ALL) : ALL)
  for (const row of answered) {
    const group = groupOf(row.day, modelOf(row.model), row.credential)
    add(group.logged, row, measures)
    group.loggedRows += 1
    if (row.input === undefined) group.uncounted += 1
    for (const part of row.unpriced ?? []) group.unpriced.add(part)
  }
  const loggedModels = new Set(answered.flatMap(({ model }) => model ?? []))
  const billedModels = new Map<string, string>()
  for (const row of rows) {
    const { billedAs, fee, credential } = row
    if (billedAs !== undefined && !billedModels.has(billedAs))
      billedModels.set(billedAs, findBilledModel(billedAs, loggedModels) ?? billedAs)
    const model = fee ?? modelOf(billedAs === undefined ? row.model : billedModels.get(billedAs))
    const owner = credential === undefined ? undefined : slugOf(credential)
    const group = groupOf(row.day, model, owner, fee !== undefined)
    add(group.billed, row, measures)
    group.billedRows += 1
  }
  // A request that failed is compared nowhere; some providers count it.
  const failed = ofKinds.filter(({ isFailed }) => isFailed === true)
  for (const row of failed) {
    const found = groups.get(
      JSON.stringify([row.day, modelOf(row.model), byCredential ? (row.credential ?? ALL) : ALL, false]),
    )
    if (found !== undefined) found.failed += 1
  }
  moveFees([...groups.values()])
  return {
    ...summarise([...groups.values()].sort(byPlace), measures),
    leftOut: { cached: ofKinds.filter(({ isCached }) => isCached).length, failed: failed.length },
  }
}

const newGroup = (place: Pick<Group, 'day' | 'model' | 'credential' | 'isFee'>): Group => ({
  ...place,
  logged: new Map(),
  billed: new Map(),
  loggedRows: 0,
  billedRows: 0,
  failed: 0,
  uncounted: 0,
  unpriced: new Set(),
})

const byPlace = (one: Group, other: Group): number =>
  `${one.day}\t${one.model}\t${one.credential}` < `${other.day}\t${other.model}\t${other.credential}` ? -1 : 1

function add(sums: Map<ComparedMeasure, bigint>, row: UsageRow, measures: readonly ComparedMeasure[]): void {
  for (const measure of measures) sums.set(measure, (sums.get(measure) ?? 0n) + BigInt(row[measure] ?? 0))
}

/** The log has the fees of a request in the cost of its model; some exports have lines of their own for them. */
function moveFees(groups: readonly Group[]): void {
  const costOf = (side: ReadonlyMap<ComparedMeasure, bigint>): bigint => side.get('cost') ?? 0n
  for (const fee of groups)
    if (fee.isFee)
      for (const model of groups) {
        if (model.isFee || model.day !== fee.day || model.credential !== fee.credential) continue
        const missing = costOf(fee.billed) - costOf(fee.logged)
        const above = costOf(model.logged) - costOf(model.billed)
        const moved = above < missing ? above : missing
        if (moved <= 0n || model.billedRows === 0) continue
        model.logged.set('cost', costOf(model.logged) - moved)
        fee.logged.set('cost', costOf(fee.logged) + moved)
      }
}

function summarise(
  groups: readonly Group[],
  measures: readonly ComparedMeasure[],
): Omit<Reconciliation, 'leftOut'> {
  const compared = groups.flatMap(group =>
    measures.map(measure => ({
      group,
      measure,
      logged: group.logged.get(measure) ?? 0n,
      billed: group.billed.get(measure) ?? 0n,
    })),
  )
  const differing = compared
    .filter(({ logged, billed }) => logged !== billed)
    .map(each => ({ ...each, cause: causeOf(each.group, each.measure) }))
  const causes = Map.groupBy(differing, ({ measure, cause }) => `${measure} ${cause}`)
  return {
    differences: differing.map(({ group: { day, model, credential }, ...each }) => ({
      ...{ day, model, credential },
      ...each,
    })),
    totals: measures.map(measure => {
      const of = compared.filter(each => each.measure === measure)
      return { measure, logged: sumOf(of, 'logged'), billed: sumOf(of, 'billed') }
    }),
    causes: [...causes.values()].flatMap(rows => {
      const [first] = rows
      if (first === undefined) return []
      const parts = first.cause === 'unpriced' ? rows.flatMap(({ group }) => [...group.unpriced]) : []
      return [
        {
          ...{ measure: first.measure, cause: first.cause },
          difference: sumOf(rows, 'logged') - sumOf(rows, 'billed'),
          parts: [...new Set(parts)].sort(),
        },
      ]
    }),
    compared: groups.length,
  }
}

const sumOf = (
  rows: readonly { readonly logged: bigint; readonly billed: bigint }[],
  side: 'logged' | 'billed',
): bigint => rows.reduce((sum, row) => sum + row[side], 0n)

function causeOf(group: Group, measure: ComparedMeasure): Cause {
  if (group.isFee) return 'fee'
  if (group.loggedRows === 0) return group.failed > 0 && measure === 'requests' ? 'failed' : 'not_logged'
  if (group.billedRows === 0) return 'not_billed'
  if (measure === 'cost')
    return group.unpriced.size > 0 ? 'unpriced' : group.uncounted > 0 ? 'uncounted' : 'price'
  const missing = (group.billed.get('requests') ?? 0n) - (group.logged.get('requests') ?? 0n)
  if (measure === 'requests') return missing > 0n && missing <= group.failed ? 'failed' : 'requests'
  return group.uncounted > 0 ? 'uncounted' : missing === 0n ? 'count' : 'requests'
}

/** The kind of an endpoint of the gateway. */
export function kindOf(endpoint: string): UsageKind {
  if (endpoint.startsWith('images/')) return 'images'
  if (endpoint === 'audio/speech') return 'audio_speeches'
  if (endpoint.startsWith('audio/')) return 'audio_transcriptions'
  return endpoint === 'embeddings' || endpoint === 'moderations' ? endpoint : 'completions'
}
