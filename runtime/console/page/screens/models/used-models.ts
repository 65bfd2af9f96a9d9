// Which models were called in the last weeks, at which providers, and what is known of their lives.
import type { AnalyticsGroups } from '../../../../../schemas/generated/control-types.ts'
import { lives } from '../../../../../schemas/generated/lives.ts'
import {
  createLifeSearch,
  dayOf,
  daysBetween,
  type LifePhase,
  lifePhase,
  type ModelLife,
} from '../../../../../schemas/values/model-life.ts'
import { type ApiResult, api } from '../../api/client.ts'

/** A model at a provider of the catalogue. */
export interface UsedModel {
  readonly provider: string
  readonly model: string
  readonly requests: number
  /** US dollars; null if its price is unknown. */
  readonly cost: number | null
  readonly lastSeen: string | null
  readonly life: ModelLife | undefined
  readonly phase: LifePhase
  /** Until it ends; undefined if no end is known. */
  readonly days: number | undefined
}

/** Days that are looked back. */
export const LOOKED_BACK = 30
/** Models of one provider that are listed. */
const MOST_MODELS = 200

type Row = Readonly<Record<string, unknown>>

const readGroups = (group: string, time: number, more: object, signal: AbortSignal) =>
  api.get<AnalyticsGroups>(
    `/v1/analytics/groups/${group}`,
    {
      time_of_generation_min: new Date(time - LOOKED_BACK * 86_400_000).toISOString(),
      time_of_generation_max: new Date(time).toISOString(),
      page_size: MOST_MODELS,
      include_total: false,
      ...more,
    },
    signal,
  )

/** The models of the records that the caller may see: those that end first, then those that are called most. */
export async function readUsedModels(
  time: number,
  signal: AbortSignal,
): Promise<ApiResult<readonly UsedModel[]>> {
  const providers = await readGroups('ai_service', time, {}, signal)
  if (!providers.ok) return providers
  const names = providers.data.data.flatMap(row => textOf((row as Row)['ai_service']))
  const groups = await Promise.all(
    names.map(async provider => {
      const read = await readGroups(
        'model',
        time,
        { ai_service: provider, columns: 'cost,last_seen' },
        signal,
      )
      return { provider, read }
    }),
  )
  const failed = groups.find(({ read }) => !read.ok)?.read
  if (failed !== undefined && !failed.ok) return failed
  const find = createLifeSearch(lives)
  const today = dayOf(time)
  const rows = groups.flatMap(({ provider, read }) =>
    read.ok ? read.data.data.flatMap(row => toModel(provider, row as Row, find, today)) : [],
  )
  return { ok: true, data: rows.sort(byEnd) }
}

function toModel(
  provider: string,
  row: Row,
  find: ReturnType<typeof createLifeSearch>,
  today: string,
): readonly UsedModel[] {
  const [model] = textOf(row['model'])
  if (model === undefined) return []
  const life = find(provider, model)
  return [
    {
      provider,
      model,
      requests: Number(row['requests'] ?? 0),
      cost: typeof row['cost'] === 'number' ? row['cost'] : null,
      lastSeen: textOf(row['last_seen'])[0] ?? null,
      life,
      phase: life === undefined ? 'living' : lifePhase(life, today),
      days: life?.ends === undefined ? undefined : daysBetween(today, life.ends),
    },
  ]
}

const textOf = (value: unknown): readonly string[] =>
  typeof value === 'string' && value !== '' ? [value] : []

const byEnd = (one: UsedModel, other: UsedModel): number =>
  (one.days ?? Number.POSITIVE_INFINITY) - (other.days ?? Number.POSITIVE_INFINITY) ||
  other.requests - one.requests
