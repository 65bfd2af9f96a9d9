// A log of requests sent through both versions of a project, and the section that shows what becomes of them.
import type { DiffContext } from '../../analyse/diff/plan-diff.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import type { MonthBudget } from '../../recompile-project.ts'
import type { ReportSection } from '../../report/section.ts'
import { forecastNotes, forecastSentence, isAbove, type MonthForecast } from '../traffic/month-forecast.ts'
import { MAX_RECORDS, readTraffic, type TrafficRequest } from '../traffic/read-traffic.ts'
import type { LoadedSide } from './load-side.ts'
import { createLogReplay, type ReplayedConfig } from './replay-log.ts'

export interface ReplayedLog {
  readonly name: string
  /** By identifier of the config. */
  readonly configs: Readonly<Record<string, ReplayedConfig>>
  /** Records of requests of no config that both versions have. */
  readonly others: number
  readonly month?: MonthForecast
  /** Lines that are not records. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Undefined without a log; a sentence if it cannot be read. */
export async function replayRecords(
  request: Omit<TrafficRequest, 'add'>,
  [before, after]: readonly [LoadedSide, LoadedSide],
  context: DiffContext,
): Promise<ReplayedLog | undefined | string> {
  const replay = createLogReplay(before, after, context)
  const read = await readTraffic({ ...request, add: replay.add })
  if (read === undefined || typeof read === 'string') return read
  if (read.isCut)
    request.terminal.writeStderr(`Only the newest ${MAX_RECORDS} records of ${read.name} were read.`)
  const { configs, others, month } = replay.result()
  return { name: read.name, configs, others, ...(month && { month }), diagnostics: read.diagnostics }
}

export function replaySection({ name, configs, others }: ReplayedLog): ReportSection {
  const found = Object.entries(configs)
  const reasons = new Set(found.flatMap(([, { because }]) => because))
  return {
    title: `Recorded traffic: ${name}`,
    sentences: found.length === 0 ? ['No record is of a request of a config that both versions have.'] : [],
    tables:
      found.length === 0
        ? []
        : [
            {
              header: ['config', 'requests', 'go elsewhere', 'treated differently', 'not decided'],
              rows: found.map(([id, { requests, elsewhere, different, notDecided }]) => [
                id,
                String(requests),
                String(Number(elsewhere.toFixed(1))),
                String(different),
                String(notDecided),
              ]),
            },
          ],
    notes: [
      ...[...reasons].map(because => `Not decided, because ${because}.`),
      ...(others > 0 && found.length > 0
        ? [`${others} records are of requests of no config that both versions have.`]
        : []),
    ],
  }
}

export const monthSection = (month: MonthForecast, budget: MonthBudget | undefined): ReportSection => ({
  title: 'A month at this traffic',
  sentences: [forecastSentence(month, budget?.dollars)],
  tables: [],
  notes: forecastNotes(month),
})

/** A budget that the candidate exceeds. One that it exceeds by less than before is not its mistake. */
export function monthDiagnostic(
  month: MonthForecast,
  budget: MonthBudget | undefined,
): Diagnostic | undefined {
  if (budget === undefined || !isAbove(month.after, budget.dollars)) return undefined
  if (isAbove(month.before, budget.dollars) && month.after.dollars <= month.before.dollars) return undefined
  return {
    ...createDiagnostic('month-above-budget', budget.location, forecastSentence(month, budget.dollars)),
    notes: forecastNotes(month).map(message => ({ message })),
  }
}
