// The subcommand `tail`: the last records, and with --follow those that come. Records are listed by when their requests began, but
// written when they have ended, so what comes is not what is newest: each look goes back, and remembers what was printed.
import type { LogEntry } from '../../../schemas/generated/control-types.ts'
import { asList, asText } from '../../../schemas/values/json.ts'
import { EXIT } from '../command.ts'
import { fitText } from '../layout/fit-text.ts'
import { untilStopSignal } from '../stop-signal.ts'
import { formatEntry } from './format-log.ts'
import type { LogTask } from './log-task.ts'

const SHOWN = 20
/** Records that a look reads at once. */
const PAGE = 1_000
/** Milliseconds between two looks. */
const LOOK = 1_000
/**
 * Milliseconds that a look goes back behind the newest record. So requests that took less than `SLOW` are found where their records
 * were written within the other half, which covers the waits of a gateway between two attempts to write.
 */
const LATE = 60_000
const SLOW = LATE / 2
/**
 * Milliseconds that every tenth look goes back, for the few that took `SLOW` or longer: the most that a request_timeout allows, and
 * the time to write. A request that takes longer, over several attempts or in a stream without an end, is not printed by --follow.
 */
const LONGEST = 3_600_000 + LATE
const SLOW_LOOK = 10
/** Later than every record. */
const FAR = '2999-01-01T00:00:00.000Z'

export async function tailLogs(task: LogTask): Promise<number> {
  const { query, values, terminal, isJson, wait, now } = task
  const print = (entry: LogEntry): void =>
    terminal.writeStdout(
      isJson ? JSON.stringify(entry) : fitText(formatEntry(entry, terminal.paint), terminal.width),
    )
  const shown = Number(values['limit'] ?? SHOWN)
  const begin = Date.parse(query['time_of_generation_min'] ?? FAR)
  if (values['follow'] !== true) {
    for (const entry of (await newest(task, { from: begin, size: shown })).toReversed()) print(entry)
    return EXIT.clean
  }
  const stop = untilStopSignal()
  const seen = rememberSeen(begin)
  // What was there before is not news. Where that is more than a page, looks go no further back than the page.
  const slowBegin = now() - LONGEST
  const slow = await list(task, { from: slowBegin, size: PAGE, slow: true })
  const recent = await list(task, { from: begin, size: PAGE })
  const slowStart = oldestOf(slow.entries, PAGE) ?? slowBegin
  const start = oldestOf(recent.entries, PAGE) ?? begin
  for (const entry of [...slow.entries, ...recent.entries]) seen.add(entry)
  for (const entry of recent.entries.slice(0, shown).toReversed()) print(entry)
  /** Pages up to the first without news, so that a look costs what has come, and not what its period has. */
  const look = async (from: number, isSlow: boolean): Promise<void> => {
    const fresh: LogEntry[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await list(task, { from, size: PAGE, slow: isSlow, cursor })
      const found = page.entries.filter(entry => seen.add(entry))
      fresh.push(...found)
      cursor = page.next
      // A page may be empty where the next one is not.
      if (cursor === undefined || (page.entries.length > 0 && found.length === 0)) break
    }
    for (const entry of fresh.toReversed()) print(entry)
  }
  for (let looks = 1; ; looks += 1) {
    if (await Promise.race([stop.then(() => true), wait(LOOK).then(() => false)])) return EXIT.clean
    // Clients report requests too, and may give times to come.
    const newest = Math.min(seen.newest(), now())
    await look(Math.max(start, newest - LATE), false)
    if (looks % SLOW_LOOK === 0) await look(Math.max(slowStart, newest - LONGEST), true)
    seen.forget(newest)
  }
}

/** The time of the oldest record of a full page. */
const oldestOf = (entries: readonly LogEntry[], size: number): number | undefined => {
  const last = entries.length < size ? undefined : entries.at(-1)
  return last && Date.parse(last.created_at)
}

interface Wanted {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly size: number
  /** Only requests of `SLOW` and longer. */
  readonly slow?: boolean
  readonly cursor?: string | undefined
}

/** So many, of as many pages as that takes: those with few matches are short. */
async function newest(task: LogTask, wanted: Wanted): Promise<readonly LogEntry[]> {
  const found: LogEntry[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await list(task, { ...wanted, size: wanted.size - found.length, cursor })
    found.push(...page.entries)
    cursor = page.next
    if (cursor === undefined || found.length >= wanted.size) return found
  }
}

/** The newest first. */
async function list(
  { connection, query }: LogTask,
  { from, size, slow = false, cursor }: Wanted,
): Promise<{ readonly entries: readonly LogEntry[]; readonly next: string | undefined }> {
  const asked = new URLSearchParams({
    ...query,
    time_of_generation_min: new Date(from).toISOString(),
    time_of_generation_max: FAR,
    page_size: String(size),
    ...(slow && { latency_min: String(SLOW) }),
    ...(cursor !== undefined && { cursor }),
  })
  const { data, next_cursor } = await connection.send('GET', `/logs?${asked}`)
  return { entries: asList(data).map(each => each as unknown as LogEntry), next: asText(next_cursor) }
}

/** What was printed or was there before, for as long as a look may find it again. */
function rememberSeen(begin: number) {
  const until = new Map<string, number>()
  let newest = begin
  return {
    /** The time of the newest record, in milliseconds since 1970: never before the beginning, and it never goes back. */
    newest: (): number => newest,
    /** False for one that was seen before. */
    add: ({ id, created_at, latency }: LogEntry): boolean => {
      if (until.has(id)) return false
      const time = Date.parse(created_at)
      newest = Math.max(newest, time)
      until.set(id, time + (latency >= SLOW ? LONGEST : LATE))
      return true
    },
    /** Forgets what looks no longer reach. */
    forget: (time: number): void => {
      for (const [id, end] of until) if (end < time) until.delete(id)
    },
  }
}
