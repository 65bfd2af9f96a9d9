// The records of a log beside the export of a provider: the sums of both by day, model and credential, as far as the export distinguishes
// them.
import { undated } from '../../../schemas/values/model-name.ts'
import type { ProviderUsage, UsageRow } from './provider-usage.ts'

export type ComparedMeasure = 'requests' | 'input' | 'cached' | 'output' | 'cost'

export interface Difference {
  readonly day: string
  readonly model: string
  readonly credential: string
  readonly measure: ComparedMeasure
  readonly logged: bigint
  readonly billed: bigint
}

export interface Reconciliation {
  readonly differences: readonly Difference[]
  /** Of everything, also of what is equal, by measure. */
  readonly totals: readonly Omit<Difference, 'day' | 'model' | 'credential'>[]
  /** Groups that were compared. */
  readonly compared: number
}

const MEASURES: readonly ComparedMeasure[] = ['requests', 'input', 'cached', 'output', 'cost']
/** What the export does not distinguish. */
const ALL = '*'

type Sums = { [measure in ComparedMeasure]?: bigint }

/** `slugOf` is the stored provider that has a credential of the export. */
export function reconcile(
  logged: readonly UsageRow[],
  { rows }: Pick<ProviderUsage, 'rows'>,
  slugOf: (credential: string) => string,
): Reconciliation {
  const byModel = rows.some(({ model }) => model !== undefined)
  const byCredential = rows.some(({ credential }) => credential !== undefined)
  const keyOf = ({ day, model, credential }: UsageRow): string =>
    [day, byModel ? undated(model ?? ALL) : ALL, byCredential ? (credential ?? ALL) : ALL].join('\t')
  const measures = MEASURES.filter(measure => rows.some(row => row[measure] !== undefined))
  const ours = sumsBy(logged, keyOf, measures)
  const theirs = sumsBy(
    rows.map(row => ({
      ...row,
      ...(row.credential !== undefined && { credential: slugOf(row.credential) }),
    })),
    keyOf,
    measures,
  )
  const keys = [...new Set([...ours.keys(), ...theirs.keys()])].sort()
  const compared = keys.flatMap(key => {
    const [day = '', model = '', credential = ''] = key.split('\t')
    return measures.map(measure => ({
      ...{ day, model, credential, measure },
      logged: ours.get(key)?.[measure] ?? 0n,
      billed: theirs.get(key)?.[measure] ?? 0n,
    }))
  })
  return {
    differences: compared.filter(each => each.logged !== each.billed),
    totals: measures.map(measure => ({
      measure,
      logged: total(compared, measure, 'logged'),
      billed: total(compared, measure, 'billed'),
    })),
    compared: keys.length,
  }
}

const total = (rows: readonly Difference[], of: ComparedMeasure, side: 'logged' | 'billed'): bigint =>
  rows.filter(({ measure }) => measure === of).reduce((sum, row) => sum + row[side], 0n)

function sumsBy(
  rows: readonly UsageRow[],
  keyOf: (row: UsageRow) => string,
  measures: readonly ComparedMeasure[],
): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key) ?? {}
    for (const measure of measures) sum[measure] = (sum[measure] ?? 0n) + BigInt(row[measure] ?? 0)
    sums.set(key, sum)
  }
  return sums
}
