// Which targets a request reaches, as a section.
import type { Reached, TargetReach } from '../../analyse/reachability.ts'
import { formatBound, formatMilliseconds } from '../../validate/format-bound.ts'
import { formatTarget } from './format-outcomes.ts'
import type { ReportSection } from './section.ts'

const REACHED: { readonly [reached in Reached]: string } = {
  first: 'first',
  'after-failures': 'after failures',
  'only-by-guard-statuses': 'only if a provider replies with 446 or 246: no guard before it does',
  never: 'never: no outcome leads to it',
}

export const reachabilitySection = (targets: readonly TargetReach[], isCutOff: boolean): ReportSection => ({
  title: 'Reachability',
  sentences: [],
  tables: [
    {
      header: ['target', 'is called', 'starts'],
      rows: targets.map(({ pointer, reached, latestStart }) => [
        formatTarget(pointer),
        REACHED[reached],
        reached === 'never'
          ? '-'
          : reached === 'first'
            ? 'at once'
            : `after ${formatBound(latestStart, formatMilliseconds, 'a time without bound')}`,
      ]),
    },
  ],
  notes: [
    'A client whose own deadline (request-timeout header) is earlier than that may never reach the target: not decided, because the request names it.',
    'Conditions that no request meets are reported by check, and are not in the plan.',
    ...(isCutOff ? [`Only the first ${targets.length} targets were analysed.`] : []),
  ],
})
