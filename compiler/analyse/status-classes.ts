// Statuses in classes: two statuses are in one class if every list of the plan treats them alike. Computed from the lists,
// so that a table has a row per difference instead of one per status, and no difference is left out.
import type { ErrorKind, Plan, StatusSet } from '../../schemas/generated/types.ts'
import { hasStatus, statusSet } from '../plan/status-set.ts'

/** Final statuses of HTTP: 1xx replies are interim, and the HTTP client rejects what is above 599. */
const FIRST = 200
const LAST = 599
/** Redirects, which are not followed: a reply that cannot be decoded. */
const isRedirect = (status: number): boolean => status >= 300 && status <= 399

/** Retries wait longer after this status. */
export const TOO_MANY_REQUESTS = 429

/** The lists of statuses by which a plan decides. */
export function statusSetsOf({ nodes }: Plan): readonly StatusSet[] {
  return nodes.flatMap(node => {
    if (node.kind === 'fallback') return [node.onStatus]
    if (node.kind !== 'call') return []
    const { attempt, breaker } = node
    return [
      ...(attempt.retries === 0 ? [] : [attempt.onStatus, [[TOO_MANY_REQUESTS, TOO_MANY_REQUESTS]] as const]),
      ...(breaker === undefined ? [] : [breaker.failures]),
    ]
  })
}

/** The kinds of errors by which a plan decides. */
export const errorKindsOf = ({ nodes }: Plan): readonly ErrorKind[] => [
  ...new Set(
    nodes.flatMap(node => {
      if (node.kind === 'fallback') return node.onErrors ?? []
      return node.kind === 'call' && node.attempt.retries > 0 ? (node.attempt.onErrors ?? []) : []
    }),
  ),
]

/** Replies that every list treats alike. */
export interface ReplyClass {
  readonly statuses: StatusSet
  /** Of this kind; absent for replies that are of none of the listed kinds. */
  readonly error?: ErrorKind
}

/** Statuses that errors have. */
export const ERRORS: StatusSet = [[400, 599]]

/** The gateway replies with 502 without a connection; no provider's reply is of that kind. */
const statusesOfKind = (error: ErrorKind): StatusSet => (error === 'connection' ? [[502, 502]] : ERRORS)

/** The classes by statuses, and of errors also by each of these kinds. */
export function replyClasses(
  sets: readonly StatusSet[],
  errors: readonly ErrorKind[],
): readonly ReplyClass[] {
  const classes = statusClasses(sets)
  return [
    ...classes.map(statuses => ({ statuses })),
    ...[...new Set(errors)]
      .sort()
      .flatMap(error =>
        classes
          .map(statuses => ({ statuses: intersectStatuses(statuses, statusesOfKind(error)), error }))
          .filter(({ statuses }) => statuses.length > 0),
      ),
  ]
}

/** The classes in the order of their lowest statuses. 2xx is apart from the rest: it is what guards and caches read. */
export function statusClasses(sets: readonly StatusSet[]): readonly StatusSet[] {
  const distinct = [...new Map([[[200, 299]] as StatusSet, ...sets].map(set => [String(set), set])).values()]
  const members = new Map<string, number[]>()
  for (let status = FIRST; status <= LAST; status += 1) {
    if (isRedirect(status)) continue
    const signature = distinct.map(set => (hasStatus(set, status) ? '1' : '0')).join('')
    const known = members.get(signature)
    if (known === undefined) members.set(signature, [status])
    else known.push(status)
  }
  return [...members.values()].map(statusSet)
}

/** The statuses of both sets. */
export const intersectStatuses = (left: StatusSet, right: StatusSet): StatusSet =>
  left.flatMap(([low, high]) =>
    right.flatMap(([from, to]) => {
      const range = [Math.max(low, from), Math.min(high, to)] as const
      return range[0] <= range[1] ? [range] : []
    }),
  )
