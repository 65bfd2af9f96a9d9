// What happens if every attempt ends in one outcome: which targets are called one after the other, and what the client gets. Chains are
// compared by numbers, each of which represents all that follows; only the few that differ are formatted. So the cost is linear in the
// routes, also where a fallback over load balancers has more ways than could be written down.
import type { Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { hasStatus } from '../../plan/status-set.ts'
import { analyseFailures, type FailureRow } from '../failure-table.ts'
import type { Outcome } from '../outcome.ts'
import { statusOf } from '../retries.ts'
import { type PlanRoutes, routesOf } from '../routes.ts'
import { nameOfTarget } from './target-name.ts'

/** Calls of which one is made, and what follows each. */
export interface Link {
  /** Equal for links after which the same happens. */
  readonly id: number
  /** Calls after which the same happens. */
  readonly groups: readonly LinkGroup[]
  /** The most calls until the reply, with this one. */
  readonly calls: number
}

interface LinkGroup {
  /** With the number of attempts: `2 x @main gpt-6-sol`. */
  readonly names: readonly string[]
  readonly then: Link | string
}

export interface FailureChains {
  /** The names of the targets that are called first. */
  readonly targets: readonly string[]
  /** After this outcome of every attempt, of requests that begin at a target of this name, or anywhere. */
  readonly chain: (outcome: Outcome, first: string | undefined) => Link
  /** Steps of the work so far: a route or a target in a list each. */
  readonly steps: () => number
}

/** `numbers`: shared by chains that are compared. */
export function linkChains(
  plan: Plan,
  numbers: Map<string, number>,
  found: PlanRoutes = routesOf(plan),
): FailureChains {
  const { first, routes } = analyseFailures(plan, undefined, found)
  const names = new Map(found.routes.map(({ pointer, call }) => [pointer, nameOfTarget(call)] as const))
  const byName = Map.groupBy(first, pointer => names.get(pointer) ?? '')
  let steps = 0
  const numberOf = (text: string): number => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  /** What follows each target after the outcome that is looked at: one map, which every outcome fills again. */
  const calls = new Map<Pointer, { readonly name: string; readonly then: Link | string }>()
  const linksAfter = (outcome: Outcome): ((pointers: readonly Pointer[]) => Link) => {
    const links = new Map<readonly Pointer[], Link>()
    const linkOf = (pointers: readonly Pointer[]): Link => {
      const known = links.get(pointers)
      if (known !== undefined) return known
      steps += pointers.length
      const called = pointers.flatMap(pointer => calls.get(pointer) ?? [])
      const groups = [...Map.groupBy(called, ({ then }) => keyOf(then))]
        .map(([key, group]) => ({
          key,
          names: [...new Set(group.map(({ name }) => name))].sort(),
          then: group[0]?.then ?? '',
        }))
        .sort((one, other) => (one.names.join() < other.names.join() ? -1 : 1))
      const id = numberOf(JSON.stringify(groups.map(({ key, names }) => [key, names])))
      const most = groups.reduce(
        (all, { then }) => Math.max(all, typeof then === 'string' ? 0 : then.calls),
        0,
      )
      const link = { id, groups, calls: 1 + most }
      links.set(pointers, link)
      return link
    }
    // The rows of all routes begin with the same outcomes, and what follows a target is after it.
    const index = rowOf(outcome, routes[0]?.rows ?? [])
    for (const { pointer, rows } of routes.toReversed()) {
      steps += 1
      const row = rows[index]
      if (row === undefined) {
        calls.delete(pointer)
        continue
      }
      const attempts = row.retries.most === 0 ? '' : `${row.retries.most + 1} x `
      const then = row.next.length === 0 ? replyOf(row, outcome) : linkOf(row.next)
      calls.set(pointer, { name: `${attempts}${names.get(pointer) ?? ''}`, then })
    }
    return linkOf
  }
  /** Of the last outcome: those of all would take much memory. */
  let last: { readonly outcome: Outcome; readonly linkOf: (pointers: readonly Pointer[]) => Link } | undefined
  return {
    targets: [...byName.keys()],
    chain: (outcome, target) => {
      if (last?.outcome !== outcome) last = { outcome, linkOf: linksAfter(outcome) }
      return last.linkOf(target === undefined ? first : (byName.get(target) ?? []))
    },
    steps: () => steps,
  }
}

const keyOf = (then: Link | string): string => (typeof then === 'string' ? then : `${then.id}`)

/** The place of the row; a plan that does not list the kind of an error treats it as any other of that status. */
function rowOf(outcome: Outcome, rows: readonly FailureRow[]): number {
  if (!('statuses' in outcome))
    return rows.findIndex(row => canonicalJson(row.outcome) === canonicalJson(outcome))
  const isOf = ({ outcome: each }: FailureRow, error: typeof outcome.error): boolean =>
    'statuses' in each &&
    each.kind === outcome.kind &&
    each.error === error &&
    hasStatus(each.statuses, statusOf(outcome))
  const exact = rows.findIndex(row => isOf(row, outcome.error))
  return exact >= 0 ? exact : rows.findIndex(row => isOf(row, undefined))
}

/** The status of a provider is its own; that of the gateway has a code. */
const replyOf = ({ reply }: FailureRow, outcome: Outcome): string =>
  reply.code !== undefined
    ? `${statusOf(reply)} ${reply.code}`
    : reply.endsWithErrorEvent === true
      ? 'a stream that ends with an error'
      : 'statuses' in outcome
        ? 'its reply'
        : String(statusOf(reply))

/** The maximum of names in one position, and of consecutive calls, in a formatted chain. */
const MAX_NAMED = 4
const MAX_CALLS = 8

/** Two chains that differ, formatted: `2 x @main gpt-6-sol, (@backup or @spare): 500`. A long common beginning is omitted. */
export function formatChains(before: Link, after: Link): readonly [before: string, after: string] {
  const texts = [formatLink(before, MAX_CALLS), formatLink(after, MAX_CALLS)] as const
  if (texts[0] !== texts[1]) return texts
  let [left, right] = [before, after]
  let equal = 0
  for (;;) {
    const [one, other] = [left.groups, right.groups]
    const [next, otherNext] = [one[0]?.then, other[0]?.then]
    const isAlike = one.length === 1 && other.length === 1 && one[0]?.names.join() === other[0]?.names.join()
    if (!isAlike || typeof next !== 'object' || typeof otherNext !== 'object') break
    ;[left, right] = [next, otherNext]
    equal += 1
  }
  const intro = equal === 0 ? '' : `after ${pluralize(equal, 'equal call')}: `
  return [
    intro + formatLink(withoutNames(left, right), MAX_CALLS),
    intro + formatLink(withoutNames(right, left), MAX_CALLS),
  ]
}

/** The names that only this link has first, so that they are shown. */
function withoutNames(link: Link, other: Link): Link {
  const known = new Set(other.groups.flatMap(({ names }) => names))
  const rank = (name: string): number => Number(known.has(name))
  return {
    ...link,
    groups: link.groups.map(group => ({
      ...group,
      names: group.names.toSorted((a, b) => rank(a) - rank(b)),
    })),
  }
}

function formatLink({ groups, calls }: Link, left: number): string {
  // Beyond the routes that were analysed.
  if (groups.length === 0) return '…'
  if (left === 0) return `and up to ${pluralize(calls, 'more call')}`
  const shown = groups.slice(0, MAX_NAMED).map(({ names, then }) => {
    const called = formatNames(names, groups.length === 1)
    return typeof then === 'string' ? `${called}: ${then}` : `${called}, ${formatLink(then, left - 1)}`
  })
  const hidden = groups.length - shown.length
  const all = hidden > 0 ? [...shown, `${hidden} more`] : shown
  return all.length === 1 ? (all[0] ?? '') : `(${all.join(' or ')})`
}

function formatNames(names: readonly string[], isAlone: boolean): string {
  const hidden = names.length - MAX_NAMED
  const shown = [...names.slice(0, MAX_NAMED), ...(hidden > 0 ? [`${hidden} more`] : [])].join(' or ')
  return names.length > 1 && isAlone ? `(${shown})` : shown
}
