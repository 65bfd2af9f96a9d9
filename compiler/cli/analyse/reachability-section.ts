// Which targets a request reaches, as a section.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { joinNames, pluralize } from '../../../schemas/values/format-names.ts'
import type { Reached, ServedComparison, TargetReach } from '../../analyse/reachability.ts'
import { formatTarget } from '../../report/format-outcomes.ts'
import type { ReportSection } from '../../report/section.ts'
import { formatBound, formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { nameTargets } from './target-names.ts'

const REACHED: { readonly [reached in Reached]: string } = {
  first: 'first',
  'after-failures': 'after failures',
  'while-circuits-open': 'only while circuits before it are open: no reply leads to it',
  'only-by-guard-statuses': 'only if a provider replies with 446 or 246: no guard before it does',
  never: 'never: no outcome leads to it',
}

export function reachabilitySection(
  routes: readonly TargetReach[],
  { unserved, undecided }: ServedComparison,
  isCutOff: boolean,
): ReportSection {
  const namesOf = nameTargets(routes)
  const same = Map.groupBy(routes, each => canonicalJson(each))
  return {
    title: 'Reachability',
    sentences: [],
    tables: [
      {
        header: ['target', 'is called', 'starts'],
        rows: [...same.values()].flatMap(group => {
          const [first] = group
          return first === undefined ? [] : [[namesOf(group).join(), REACHED[first.reached], startOf(first)]]
        }),
      },
      ...(unserved.length === 0
        ? []
        : [
            {
              caption: 'Routes of the catalog that other targets serve and this one does not',
              header: ['target', 'provider', 'does not serve'],
              rows: unserved.map(({ pointer, provider, routes: refused }) => [
                formatTarget(pointer),
                provider,
                refused.join(', '),
              ]),
            },
          ]),
    ],
    notes: [
      'A client whose own deadline (request-timeout header) is earlier than that may never reach the target: not decided, because the request names it.',
      'Conditions that no request meets are reported by check, and are not in the plan.',
      ...(undecided.length === 0
        ? []
        : [
            `The routes of ${joinNames(undecided.map(formatTarget), 'and')} are not decided, because the provider is not in the project: the request names it, or the store has it.`,
          ]),
      ...(isCutOff ? [`Only the first ${pluralize(routes.length, 'route')} were analysed.`] : []),
    ],
  }
}

function startOf({ reached, latestStart }: TargetReach): string {
  if (reached === 'never') return '-'
  if (reached === 'first') return 'at once'
  return `after ${formatBound(latestStart, formatMilliseconds, 'a time without bound')}`
}
