// A log of requests sent through both versions of a project, and the section that shows what becomes of them.
import type { DiffContext } from '../../analyse/diff/plan-diff.ts'
import { createReplay, type Replay, type ReplayedTraffic } from '../../analyse/diff/replay-requests.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { ReportSection } from '../analyse/section.ts'
import type { RecordedRequest } from '../traffic/read-record.ts'
import { readRequestLog } from '../traffic/read-request-log.ts'
import type { LoadedSide } from './load-side.ts'

export interface ReplayedLog {
  /** By identifier of the config. */
  readonly configs: Readonly<Record<string, ReplayedTraffic>>
  /** Records of requests of no config that both versions have. */
  readonly others: number
  /** Lines that are not records. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Or why the log cannot be read. */
export async function replayRecords(
  file: string,
  folder: string,
  [before, after]: readonly [LoadedSide, LoadedSide],
  context: DiffContext,
): Promise<ReplayedLog | string> {
  const replays = new Map<string, Replay>()
  for (const [id, plan] of before.plans) {
    const other = after.plans.get(id)
    if (other !== undefined)
      replays.set(
        id,
        createReplay({ plan, gateway: before.gateway }, { plan: other, gateway: after.gateway }, context),
      )
  }
  let others = 0
  const { diagnostics, fault } = await readRequestLog(file, folder, request => {
    const replay = request.config === undefined ? undefined : replays.get(request.config)
    if (replay === undefined) others += 1
    else replay.add(requestOf(request))
  })
  if (fault !== undefined) return `${file}: ${fault}`
  const results = Array.from(replays, ([id, { result }]) => [id, result()] as const)
  return {
    configs: Object.fromEntries(results.filter(([, { requests }]) => requests > 0)),
    others,
    diagnostics,
  }
}

const requestOf = ({ metadata, model, stream, path }: RecordedRequest) => ({
  metadata,
  params: { ...(model === undefined ? {} : { model }), ...(stream && { stream }) },
  path,
})

export function replaySection(file: string, { configs, others }: ReplayedLog): ReportSection {
  const found = Object.entries(configs)
  const reasons = new Set(found.flatMap(([, { because }]) => because))
  return {
    title: `Recorded traffic: ${file}`,
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
