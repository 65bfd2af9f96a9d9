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

/** Undefined if the trace is one that the table allows, else what differs. */
export function deviation(table: FailureTable, trace: RouteTrace, verdicts: Verdicts): string | undefined {
  const rows = new Map(table.routes.map(route => [route.pointer, route.rows]))
  const rowOf = (pointer: Pointer, outcome: Outcome): FailureRow | undefined =>
    rows.get(pointer)?.find(row => canonicalJson(row.outcome) === canonicalJson(outcome))
  const guardRow = (pointer: Pointer, kind: Outcome['kind']): FailureRow | undefined =>
    rows.get(pointer)?.find(row => row.outcome.kind === kind)
  /** The row of a target that was called: its guards may turn a success into a failure. */
  const rowOfVisit = (pointer: Pointer, { outcome }: Visit): FailureRow | undefined => {
    const isSuccess = outcome.kind === 'status' && (outcome.statuses[0]?.[0] ?? 0) < 300
    const ofReply = verdicts.replyFails
      ? (guardRow(pointer, 'reply-denied') ?? guardRow(pointer, 'reply-failed'))
      : undefined
    const ofRequest = verdicts.requestFails ? guardRow(pointer, 'request-failed') : undefined
    return (isSuccess ? (ofReply ?? ofRequest) : undefined) ?? rowOf(pointer, outcome)
  }
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
    return next.some(pointer => {
      const denied = verdicts.requestFails ? guardRow(pointer, 'request-denied') : undefined
      if (denied !== undefined) return follows(denied.next, index, denied, pointer)
      if (visit === undefined) return fail(`${nameOf(pointer)} was not called`)
      if (nameOf(pointer) !== visit.at) return fail(`${visit.at} was called, not ${nameOf(pointer)}`)
      const row = rowOfVisit(pointer, visit)
      if (row === undefined) return fail(`no row for ${JSON.stringify(visit.outcome)} at ${visit.at}`)
      const otherwise = row.notDecided?.otherwise
      return [row, ...(otherwise === undefined ? [] : [otherwise])].some(
        each => wasAttempted(each, visit, fail) && follows(each.next, index + 1, each, pointer),
      )
    })
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
  const expected = counts === true ? attempts : 0
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
