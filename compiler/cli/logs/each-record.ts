// Whole records of a log, one by one: lists have no attempts.
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import type { LogReader } from './log-task.ts'

/** Records that are read at once. */
const TOGETHER = 16
const PAGE = 1_000

/**
 * Reads the records of a period one by one, because lists have no attempts. Calls `onLine` with each record as JSON, the newest first;
 * resolves to whether the limit cut some off.
 */
export async function eachRecord(
  { send }: Pick<LogReader, 'send'>,
  query: Readonly<Record<string, string>>,
  limit: number,
  onLine: (line: string) => void,
): Promise<boolean> {
  let count = 0
  for (let cursor: string | undefined; ; ) {
    const asked = new URLSearchParams({
      ...query,
      page_size: String(Math.min(PAGE, limit - count)),
      ...(cursor !== undefined && { cursor }),
    })
    const { data, next_cursor } = await send('GET', `/logs?${asked}`)
    const ids = asList(data).flatMap(each => asText(asObject(each)['id']) ?? [])
    for (let from = 0; from < ids.length; from += TOGETHER) {
      const entries = await Promise.all(
        ids
          .slice(from, from + TOGETHER)
          .map(id => send('GET', `/logs/${encodeURIComponent(id)}?log_format=record&bodies=false`)),
      )
      for (const { record } of entries) onLine(JSON.stringify(record))
    }
    count += ids.length
    cursor = asText(next_cursor)
    // A page may be empty where the next one is not.
    if (cursor === undefined) return false
    if (count >= limit) return true
  }
}
