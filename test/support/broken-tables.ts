// Failure tables with a mistake that is easily made. The test of the table must detect every one; otherwise it proves
// nothing about the real one.
import type { FailureRow, FailureTable } from '../../compiler/analyse/failure-table.ts'
import { NO_RETRIES } from '../../compiler/analyse/retries.ts'
import type { Plan } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'

export interface BrokenTable {
  readonly title: string
  readonly change: (table: FailureTable, plan: Plan) => FailureTable
}

type ChangeRow = (row: FailureRow, others: readonly FailureRow[], pointer: Pointer) => FailureRow

const onRows =
  (change: ChangeRow): BrokenTable['change'] =>
  table => ({
    ...table,
    routes: table.routes.map(route => ({
      ...route,
      rows: route.rows.map(row => change(row, route.rows, route.pointer)),
    })),
  })

const isCause = ({ outcome }: FailureRow, cause: string): boolean =>
  outcome.kind === 'failure' && outcome.cause === cause

/** The row of a cause in place of another's. */
const likeCause =
  (cause: string, model: string): ChangeRow =>
  (row, others) => {
    const other = others.find(each => isCause(each, model))
    return isCause(row, cause) && other !== undefined ? { ...other, outcome: row.outcome } : row
  }

/** An error of a kind like one of its status that is about something else. */
const likeOtherErrors: ChangeRow = (row, others) => {
  const { outcome } = row
  if (outcome.kind !== 'status' || outcome.error === undefined) return row
  const [from] = outcome.statuses
  const other = others.find(
    ({ outcome: each }) =>
      each.kind === 'status' &&
      each.error === undefined &&
      each.statuses.some(([low, high]) => from !== undefined && low <= from[0] && from[0] <= high),
  )
  return other === undefined ? row : { ...other, outcome }
}

export const brokenTables: readonly BrokenTable[] = [
  { title: 'forgets the kinds of errors', change: onRows(likeOtherErrors) },
  {
    title: 'takes a malformed reply for a network failure, which is always retried',
    change: onRows(likeCause('decode', 'refused')),
  },
  {
    title: 'takes a timeout of the gateway for a network failure',
    change: onRows(likeCause('timeout', 'refused')),
  },
  {
    title: 'retries network failures only where 502 is listed',
    change: onRows((row, others) => {
      const status = others.find(
        ({ outcome }) =>
          outcome.kind === 'status' && outcome.statuses.some(([low, high]) => low <= 502 && high >= 502),
      )
      return isCause(row, 'refused') && status !== undefined ? { ...row, retries: status.retries } : row
    }),
  },
  {
    title: 'counts no cut of a stream that has begun',
    change: onRows(row =>
      row.outcome.kind === 'cut-after-content' && row.counts !== undefined ? { ...row, counts: false } : row,
    ),
  },
  {
    title: 'falls back after a stream that has begun was cut',
    change: onRows((row, others) => {
      const cut = others.find(each => isCause(each, 'cut'))
      return row.outcome.kind === 'cut-after-content' && cut !== undefined ? { ...row, next: cut.next } : row
    }),
  },
  {
    title: 'forgets that guards hold streams',
    change: onRows(row =>
      row.outcome.kind === 'cut-after-content'
        ? { ...row, reply: { statuses: [[200, 200]], endsWithErrorEvent: true } }
        : row,
    ),
  },
  {
    title: 'takes an error in a success for a success',
    change: onRows((row, others) => {
      const success = others.find(
        ({ outcome }) => outcome.kind === 'status' && outcome.statuses[0]?.[0] === 200,
      )
      return row.outcome.kind === 'error-in-success' && success !== undefined
        ? { ...success, outcome: row.outcome }
        : row
    }),
  },
  {
    title: 'ends at the last target of an inner fallback',
    change: table => {
      const depthOf = (pointer: Pointer): number => pointer.split('/').length
      return onRows((row, _others, pointer) => ({
        ...row,
        next: row.next.filter(next => depthOf(next) >= depthOf(pointer)),
      }))(table, { nodes: [] } as never)
    },
  },
  {
    title: 'forgets that a circuit ends retries when it opens',
    change: onRows(row => ({ ...row, retries: { ...row.retries, earlyEnds: [] } })),
  },
  {
    title: 'waits after 429 as after any other status',
    change: onRows(row => ({
      ...row,
      retries: {
        ...row.retries,
        waits: { ...row.retries.waits, most: Math.min(row.retries.waits.most, 900) },
      },
    })),
  },
  {
    title: 'does not retry what output guards deny where the retry lists it',
    change: onRows(row => (row.outcome.kind === 'reply-denied' ? { ...row, retries: NO_RETRIES } : row)),
  },
  {
    title: 'retries what input guards deny',
    change: onRows((row, others) => {
      const denied = others.find(({ outcome }) => outcome.kind === 'reply-denied')
      return row.outcome.kind === 'request-failed' && denied !== undefined
        ? { ...row, retries: denied.retries }
        : row
    }),
  },
  {
    title: 'gives a blocked address the status of a network failure',
    change: onRows(row => (isCause(row, 'blocked') ? { ...row, reply: { statuses: [[502, 502]] } } : row)),
  },
  {
    title: 'counts denials of guards for the circuit breaker',
    change: onRows(row =>
      row.outcome.kind === 'reply-denied' && row.counts !== undefined ? { ...row, counts: true } : row,
    ),
  },
  {
    title: 'gives the client the reply of the gateway for an error of the provider',
    change: onRows(row =>
      row.outcome.kind === 'status' && row.outcome.statuses[0]?.[0] !== 200
        ? { ...row, reply: { ...row.reply, code: 'upstream_unreachable' } }
        : row,
    ),
  },
]
