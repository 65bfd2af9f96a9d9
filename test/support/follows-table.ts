// Whether what happened is what a failure table says: the table as an automaton over the targets that were called.
import type { FailureRow, FailureTable, OutcomeReply } from '../../compiler/analyse/failure-table.ts'
import type { Outcome, OutcomeCode } from '../../compiler/analyse/outcome.ts'
import { hasStatus } from '../../compiler/plan/status-set.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { RouteTrace, Visit } from './route-trace.ts'

/** What the guards of all targets found. */
export interface Verdicts {
  readonly requestFails: boolean
  readonly replyFails: boolean
}

const nameOf = (pointer: Pointer): string => (pointer === '' ? 'config' : `config.${formatPointer(pointer)}`)

/** A reply that the client gets although its request failed a guard: the status is that of the guard. */
const withFailedRequest = (row: FailureRow, failed: FailureRow): FailureRow => ({
  ...row,
  next: failed.next,
  reply: { ...row.reply, statuses: failed.reply.statuses },
  ...(row.outcome.kind === 'cut-after-content' ? countsOfCut(row, failed) : {}),
})

/** Whether a stream is read to its cut depends on where its status leads, unless the breaker counts the status itself. */
const countsOfCut = ({ counts, retries }: FailureRow, failed: FailureRow): Pick<FailureRow, 'counts'> => {
  if (counts === undefined || failed.counts === true) return {}
  if (failed.next.length > 0) return { counts: false }
  return { counts: retries.most === 0 ? true : 'last-attempt' }
}

/** The rows of which one describes a visit: what happened, and what the guards of the target make of it. */
function rowsOfVisit(
  rows: readonly FailureRow[],
  { outcome }: Visit,
  verdicts: Verdicts,
): readonly FailureRow[] {
  const ofGuard = (kind: Outcome['kind']): FailureRow | undefined =>
    rows.find(row => row.outcome.kind === kind)
  const row = rows.find(each => canonicalJson(each.outcome) === canonicalJson(outcome))
  const failed = verdicts.requestFails ? ofGuard('request-failed') : undefined
  if (outcome.kind === 'cut-after-content')
    return alternatives(row).map(each =>
      failed !== undefined && each.reply.endsWithErrorEvent === true ? withFailedRequest(each, failed) : each,
    )
  if (outcome.kind !== 'status' || (outcome.statuses[0]?.[0] ?? 0) >= 300) return alternatives(row)
  const ofReply = verdicts.replyFails ? (ofGuard('reply-denied') ?? ofGuard('reply-failed')) : undefined
  if (ofReply === undefined) return alternatives(failed ?? row)
  const [certain = ofReply, ...late] = alternatives(ofReply)
  return [certain, ...late.map(each => (failed === undefined ? each : withFailedRequest(each, failed)))]
}

const alternatives = (row: FailureRow | undefined): readonly FailureRow[] =>
  row === undefined ? [] : row.notDecided === undefined ? [row] : [row, row.notDecided.otherwise]

/** Undefined if the trace is one that the table allows, else what differs. */
export function deviation(table: FailureTable, trace: RouteTrace, verdicts: Verdicts): string | undefined {
  /** Below different conditions one target may have several routes. */
  const routes = Map.groupBy(table.routes, ({ pointer }) => pointer)
  const problems: string[] = []
  const fail = (problem: string): false => {
    problems.push(problem)
    return false
  }

  /** `last`: the row after which the request went to `next`, or ended if that is empty. */
  const follows = (next: readonly Pointer[], index: number, last?: FailureRow, from?: Pointer): boolean => {
    const visit = trace.visits[index]
    if (next.length === 0) {
      if (visit !== undefined) return fail(`${visit.at} was called after the end`)
      if (last === undefined || from === undefined) return fail('nothing was called')
      return trace.target === nameOf(from) || trace.target === undefined
        ? isReply(last.reply, trace) ||
            fail(`the client got ${trace.status} ${String(trace.code)} at ${nameOf(from)}`)
        : fail(`the reply is of ${trace.target}`)
    }
    return next.some(pointer =>
      (routes.get(pointer) ?? []).some(({ rows }) => {
        const denied = verdicts.requestFails
          ? rows.find(({ outcome }) => outcome.kind === 'request-denied')
          : undefined
        if (denied !== undefined) return follows(denied.next, index, denied, pointer)
        if (visit === undefined) return fail(`${nameOf(pointer)} was not called`)
        if (nameOf(pointer) !== visit.at) return fail(`${visit.at} was called, not ${nameOf(pointer)}`)
        const found = rowsOfVisit(rows, visit, verdicts)
        if (found.length === 0) return fail(`no row for ${JSON.stringify(visit.outcome)} at ${visit.at}`)
        return found.some(
          each => wasAttempted(each, visit, fail) && follows(each.next, index + 1, each, pointer),
        )
      }),
    )
  }
  return follows(table.first, 0) ? undefined : problems.join('; ')
}

/** As many attempts and counted failures as the row says; less only where it says why. */
function wasAttempted(
  { retries, counts }: FailureRow,
  visit: Visit,
  fail: (problem: string) => false,
): boolean {
  const { attempts, at, counted, milliseconds } = visit
  const made = attempts - 1
  const circuit = retries.earlyEnds.find(end => end.kind === 'circuit')
  const least = circuit === undefined ? retries.most : Math.min(retries.most, circuit.threshold - 1)
  if (made > retries.most || made < least) return fail(`${made} retries at ${at}, not ${retries.most}`)
  if (made === retries.most && milliseconds + 1 < retries.waits.least)
    return fail(`${milliseconds} ms at ${at}`)
  if (visit.outcome.kind !== 'failure' || visit.outcome.cause !== 'timeout')
    if (milliseconds > retries.waits.most)
      return fail(`${milliseconds} ms at ${at}, at most ${retries.waits.most}`)
  const expected = counts === true ? attempts : counts === 'last-attempt' ? 1 : 0
  return counted === expected || fail(`${counted} failures counted at ${at}, not ${expected}`)
}

/** Provider's own codes are null in the scripts. */
const isReply = ({ statuses, code, endsWithErrorEvent }: OutcomeReply, trace: RouteTrace): boolean =>
  hasStatus(statuses, trace.status) &&
  (code === undefined || trace.code === code) &&
  (code !== undefined || !isGatewayCode(trace.code)) &&
  (endsWithErrorEvent === true) === trace.endsWithErrorEvent

const GATEWAY_CODES: ReadonlySet<unknown> = new Set<OutcomeCode>([
  'upstream_unreachable',
  'invalid_upstream_reply',
  'timeout',
  'blocked_host',
  'guardrail_denied',
])
const isGatewayCode = (code: unknown): boolean => GATEWAY_CODES.has(code)
