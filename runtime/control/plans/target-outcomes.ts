// What recent attempts at the targets of a config resulted in, from the records of its calls.
import type { PlanOutcomes, PlanPeriod } from '../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { ApiRequest } from '../core/api-request.ts'
import type { ControlSources, ReadSources } from '../core/control-sources.ts'
import { mayAnywhere, mayIn, mayOrganise } from '../core/principal.ts'
import type { LogSources, StoredRecord } from '../logs/log-store.ts'
import { openView } from '../logs/log-view.ts'

/** Records that are read at most, the latest first. */
const MAX_RECORDS = 2_000
const PAGE = 500

const LIST = 'logs.list'

export interface TargetOutcomes {
  readonly period: PlanPeriod
  /** By the name of the target. */
  readonly of: ReadonlyMap<string, PlanOutcomes>
}

/** Those of the records that the caller may list; why there are none. */
export async function readTargetOutcomes(
  request: ApiRequest,
  context: ReadSources & Pick<ControlSources, 'clock'> & LogSources,
  config: string,
  minutes: number,
): Promise<TargetOutcomes | Failure> {
  const { principal } = request
  if (!mayAnywhere(principal, LIST))
    return failure(
      'forbidden',
      `Outcomes of targets are read with the scope ${LIST}, which "${principal.id}" does not have.`,
    )
  const mayList = (workspace: string): boolean => mayIn(principal, LIST, workspace)
  const open = openView(
    { ...request, may: mayList, mayOrganise: mayOrganise(principal, LIST) },
    context,
    undefined,
  )
  if (isFailure(open)) return open
  const { logs, view } = open
  const to = context.clock.now() + 1
  const from = to - minutes * 60_000
  const filter = {
    scope: view.scope,
    from,
    to,
    configs: [config],
    ...(view.keys && { keys: view.keys }),
  }
  const records: StoredRecord[] = []
  let next: string | undefined
  do {
    const page = await logs.list(filter, PAGE, next)
    records.push(...page.records)
    next = page.next
  } while (next !== undefined && records.length < MAX_RECORDS)
  const { length } = records
  const oldest = records[length - 1]
  return {
    period: {
      from: next === undefined || oldest === undefined ? new Date(from).toISOString() : oldest.record.time,
      to: new Date(to).toISOString(),
      records: length,
      complete: next === undefined,
    },
    of: countOutcomes(records.map(({ record }) => record)),
  }
}

interface Attempt {
  readonly at: string
  /** 0 for a call that was skipped. */
  readonly status: number
  readonly milliseconds: number | undefined
  readonly message: string | undefined
}

/** `records`: the latest first. */
export function countOutcomes(records: readonly LogRecord[]): ReadonlyMap<string, PlanOutcomes> {
  const found = new Map<string, { readonly record: LogRecord; readonly attempt: Attempt }[]>()
  // The last attempt of a request is its latest.
  for (const record of records)
    for (const attempt of attemptsOf(record).toReversed()) {
      const listed = found.get(attempt.at)
      if (listed === undefined) found.set(attempt.at, [{ record, attempt }])
      else listed.push({ record, attempt })
    }
  return new Map(
    Array.from(found, ([at, all]): readonly [string, PlanOutcomes] => {
      const [last] = all
      const oldest = all.at(-1) ?? last
      const sent = all.map(({ attempt }) => attempt).filter(({ status }) => status > 0)
      const count = (test: (status: number) => boolean): number =>
        sent.filter(({ status }) => test(status)).length
      const times = sent
        .flatMap(({ status, milliseconds }) => (status < 400 ? (milliseconds ?? []) : []))
        .sort((left, right) => left - right)
      return [
        at,
        {
          attempts: sent.length,
          succeeded: count(status => status < 400),
          refused: count(status => status >= 400 && status < 500 && status !== 429),
          limited: count(status => status === 429),
          failed: count(status => status >= 500),
          skipped: all.length - sent.length,
          p50: times[Math.floor((times.length - 1) / 2)] ?? null,
          first_seen: oldest?.record.time ?? '',
          last_seen: last?.record.time ?? '',
          last_status: last?.attempt.status === 0 ? null : (last?.attempt.status ?? null),
          last_message: all.find(({ attempt }) => attempt.message !== undefined)?.attempt.message ?? null,
          last_log: last?.record.id ?? '',
        },
      ]
    }),
  )
}

/** Calls that were not sent because a circuit was open, and those that were. */
const attemptsOf = ({ attempts = [], skipped = [] }: LogRecord): readonly Attempt[] => [
  ...skipped.map(target => ({ at: target, status: 0, milliseconds: undefined, message: undefined })),
  ...attempts.map(({ at, status, milliseconds, message }) => ({ at, status, milliseconds, message })),
]
