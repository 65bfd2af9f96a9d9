// Records changes that were denied (403): one entry for each caller and operation, with their number. A caller that is denied ten
// thousand times writes an entry a second after the first time, and one for each hour after that.
import { asList, asText, isObject } from '../../../schemas/values/json.ts'
import { type Failure, failureTable } from '../../values/failures.ts'
import type { Clock, Ports } from '../../values/ports.ts'
import type { ApiReply } from './api-request.ts'
import { auditWrite } from './commit-change.ts'
import type { DeniedChanges, DeniedRequest } from './denied-request.ts'
import type { ResourceStore } from './resource-store.ts'

export interface DeniedChangesOptions extends Pick<Ports, 'randomId'> {
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'after'>
  /** `audit_denied` of the manifest. */
  readonly isRecorded: () => boolean
  readonly writeLog: (level: 'error', message: string) => void
}

/** Milliseconds from the first denial to its entry, and from an entry to the next one about the same. */
const FIRST = 1_000
const PERIOD = 3_600_000
/** Milliseconds until entries that the store did not take are written again. */
const PAUSE = 60_000
/** Callers and operations that are counted apart, and entries of a transaction. */
const MAX_COUNTED = 500
/** Characters of a path, an identifier and a sentence. */
const MAX_TEXT = 512

interface Counted {
  readonly latest: DeniedRequest
  readonly reason: string
  /** Those that are in no entry. */
  readonly count: number
  /** Time of the first one that is in no entry. */
  readonly since: number
  /** When an entry is due, by the monotonic clock. */
  readonly due: number
}

export function recordDeniedChanges(
  store: ResourceStore,
  { clock, randomId, isRecorded, writeLog }: DeniedChangesOptions,
): DeniedChanges {
  const counted = new Map<string, Counted>()
  let uncounted = 0
  let isFailing = false
  let stopTimer: (() => void) | undefined
  let writing = Promise.resolve()

  const disarm = (): void => {
    stopTimer?.()
    stopTimer = undefined
  }
  const arm = (milliseconds: number): void => {
    stopTimer ??= clock.after(milliseconds, () => {
      stopTimer = undefined
      const now = clock.monotonic()
      writing = writing.then(() => writeDue(now))
    })
  }
  const rearm = (): void => {
    const next = Math.min(...counted.values().map(({ due }) => due))
    if (counted.size > 0) arm(Math.max(isFailing ? PAUSE : 0, next - clock.monotonic()))
  }
  const writeDue = async (now: number): Promise<void> => {
    const due = [...counted].filter(([, each]) => each.due <= now)
    const written = due.filter(([, { count }]) => count > 0)
    for (const [key, each] of due)
      if (each.count === 0) counted.delete(key)
      else counted.set(key, { ...each, count: 0, due: clock.monotonic() + PERIOD })
    try {
      if (written.length > 0)
        await store.commit({ writes: written.map(([, each]) => entryOf(each, { clock, randomId })) })
      isFailing = false
    } catch (error) {
      for (const [key, each] of written) {
        const since = counted.get(key)
        counted.set(key, {
          ...each,
          ...since,
          count: each.count + (since?.count ?? 0),
          since: each.since,
          due: now,
        })
      }
      const reason = error instanceof Error ? error.message : String(error)
      if (!isFailing) writeLog('error', `Denied changes are not yet in the audit log: ${reason}`)
      isFailing = true
    }
    if (uncounted > 0)
      writeLog(
        'error',
        `${uncounted} denied changes are not in the audit log, since ${MAX_COUNTED} callers and operations are counted at once.`,
      )
    uncounted = 0
    rearm()
  }

  return {
    note: (request, { code, message }) => {
      const { principal, fact } = request
      if (!isDenial(code) || !isChange(fact) || principal.type === 'anyone' || !isRecorded()) return
      const key = JSON.stringify([principal.type, principal.id, fact.operation])
      const before = counted.get(key)
      if (before === undefined && counted.size >= MAX_COUNTED) {
        uncounted += 1
        return
      }
      counted.set(key, {
        latest: request,
        reason: message,
        count: (before?.count ?? 0) + 1,
        since: before === undefined || before.count === 0 ? clock.now() : before.since,
        due: before?.due ?? clock.monotonic() + FIRST,
      })
      // An entry of an earlier caller may be due long after this one.
      if (before === undefined) {
        disarm()
        rearm()
      }
    },
    stop: async () => {
      disarm()
      await writing
      await writeDue(Number.POSITIVE_INFINITY)
      disarm()
    },
  }
}

/** The denials among the items of a request about many, which have no status of their own. */
export const deniedItems = ({ body }: ApiReply): readonly Pick<Failure, 'code' | 'message'>[] =>
  isObject(body) ? asList(body['errors']).filter(isItemError) : []

const isItemError = (value: unknown): value is Pick<Failure, 'code' | 'message'> =>
  isObject(value) && asText(value['code']) !== undefined && asText(value['message']) !== undefined

/** Not what the operator must repair, such as a process without a key to sign with. */
const isDenial = (code: Failure['code']): boolean => failureTable[code].type === 'permission_error'

const isChange = ({ method, effect }: DeniedRequest['fact']): boolean =>
  effect === undefined ? method !== 'GET' : effect === 'change'

function entryOf(
  { latest: { principal, fact, path, pathname }, reason, count, since }: Counted,
  ports: Pick<Ports, 'randomId'> & { readonly clock: Pick<Clock, 'now'> },
) {
  const [workspace = null, other] = principal.workspaces.keys()
  const [id = pathname] = Object.values(path)
  return auditWrite(
    ports,
    { principal, method: fact.method, uri: storable(pathname) },
    {
      action: 'deny',
      resource: fact.path.split('/', 2)[1] ?? '',
      id: storable(id),
      workspace: principal.organisation === undefined && other === undefined ? workspace : null,
      before: null,
      after: null,
      denied: {
        operation: fact.operation,
        count,
        since: new Date(since).toISOString(),
        reason: storable(reason),
      },
    },
  )
}

/** Whatever a caller wrote, as every store takes it. */
const storable = (text: string): string => text.slice(0, MAX_TEXT).replaceAll('\0', '').toWellFormed()
