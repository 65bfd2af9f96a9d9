// What must come of a scenario, computed from the table of faults and the table of failures, not from the runtime.
import { readFileSync } from 'node:fs'
import type { Effect, Fault } from './fault.ts'
import type { Mode } from './scripted-provider.ts'

export const STRATEGIES = ['single', 'retry', 'fallback', 'loadbalance', 'breaker'] as const
export type Strategy = (typeof STRATEGIES)[number]

export interface Scenario {
  readonly fault: Fault
  readonly strategy: Strategy
  readonly mode: Mode
  readonly cache: boolean
  readonly guard: boolean
  readonly limit: boolean
  readonly logStore: boolean
}

export interface ExpectedAttempt {
  readonly status: number
  readonly cause?: string
}

/** The reply to the client, and its record. */
export interface Expected {
  readonly status: number
  /** The code of a failure of the gateway. */
  readonly code?: string
  /** A stream that breaks; `cause` as the record names it. */
  readonly broken?: { readonly cause: string | undefined }
  readonly attempts: readonly ExpectedAttempt[]
  /** Taken from the cache. */
  readonly isHit: boolean
  /** The target was not called, since its circuit is open. */
  readonly isSkipped: boolean
}

interface FailureRow {
  readonly code: string
  readonly status: number
}
const table = JSON.parse(
  readFileSync(new URL('../../schemas/api/failures.json', import.meta.url), 'utf8'),
) as {
  readonly failures: readonly FailureRow[]
}
export const statusOf = (code: string): number =>
  table.failures.find(row => row.code === code)?.status ?? Number.NaN

/** How an attempt ends, with what the features of the scenario make the gateway read. */
function effectOf({ fault, mode, cache, guard }: Scenario): Effect {
  if (mode === 'whole') return (cache || guard ? fault.parsedWhole : undefined) ?? fault.whole
  const stream = (guard ? fault.parsedStream : undefined) ?? (cache ? fault.cachedStream : undefined)
  return withheld(stream ?? fault.stream, guard)
}

/** A guard has sent nothing of these short streams when they break: what it replies with is a failure, after an attempt that began well. */
function withheld(effect: Effect, guard: boolean): Effect {
  if (!guard || effect.kind !== 'broken') return effect
  const code = effect.cause === 'timeout' ? 'timeout' : 'invalid_upstream_reply'
  return { kind: 'failure', code, ...(effect.cause && { cause: effect.cause }), isWithheld: true }
}

const HEALTHY: ExpectedAttempt = { status: 200 }
const isSound = ({ kind }: Effect): boolean => kind === 'reply' || kind === 'broken'

function attemptOf(effect: Effect): ExpectedAttempt {
  switch (effect.kind) {
    case 'failure':
      return { status: statusOf(effect.code), ...(effect.cause && { cause: effect.cause }) }
    case 'error':
      return { status: effect.status }
    default:
      return HEALTHY
  }
}

const RETRIED: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529])

/** A second attempt may help: not after a limit of time that the gateway set, nor where the provider would send the same again. */
function isRetried(effect: Effect, { isLasting }: Fault): boolean {
  if (isLasting === true || (effect.kind === 'failure' && effect.cause === 'too-large')) return false
  if (isSound(effect) || (effect.kind === 'failure' && effect.isWithheld !== undefined)) return false
  if (effect.kind === 'failure' && effect.code === 'timeout') return false
  return RETRIED.has(attemptOf(effect).status)
}

/** What opens a circuit at once. */
function opens(effect: Effect): boolean {
  if (effect.kind === 'broken') return true
  if (effect.kind === 'failure' && (effect.code === 'timeout' || effect.code === 'upstream_unreachable'))
    return true
  return attemptOf(effect).status > 500
}

function replyOf(effect: Effect, attempts: readonly ExpectedAttempt[]): Expected {
  return {
    status: attemptOf(effect).status,
    ...(effect.kind === 'failure' && { code: effect.code }),
    ...(effect.kind === 'broken' && { broken: { cause: effect.cause } }),
    attempts,
    isHit: false,
    isSkipped: false,
  }
}

/** The replies to the calls of a scenario: one, or two that are the same where a cache or a circuit breaker remembers the first. */
export function expectedReplies(scenario: Scenario): readonly Expected[] {
  const { strategy, cache } = scenario
  const effect = effectOf(scenario)
  const attempt = attemptOf(effect)
  const first =
    strategy === 'retry' && isRetried(effect, scenario.fault)
      ? replyOf(effect, [attempt, attempt])
      : strategy === 'fallback' && !isSound(effect)
        ? replyOf({ kind: 'reply' }, [attempt, HEALTHY])
        : replyOf(effect, [attempt])
  if (!cache && strategy !== 'breaker') return [first]
  // The cache is that of the target: the one before it is called again.
  const before = strategy === 'fallback' && !isSound(effect) ? [attempt] : []
  const hit: Expected = { ...first, attempts: before, isHit: true }
  const isOpen = strategy === 'breaker' && opens(effect)
  const open: Expected = {
    status: statusOf('circuit_open'),
    code: 'circuit_open',
    attempts: [],
    isHit: false,
    isSkipped: true,
  }
  const isStored =
    cache &&
    !(scenario.mode === 'stream' && scenario.fault.isStored === false && isSound(effect)) &&
    first.status === 200 &&
    first.broken === undefined
  return [first, isStored ? hit : isOpen ? open : first]
}
