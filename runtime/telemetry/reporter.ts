// Reports requests and events to the log and, if enabled, to the metrics. Both receive the same records, so they
// never differ.
import type { GatewayEvent } from '../values/event.ts'
import type { Clock } from '../values/ports.ts'
import type { Log } from './log.ts'
import { toEventRecord } from './log-event.ts'
import type { Metrics } from './metrics.ts'
import type { RequestRecord } from './request-record.ts'

export interface Reporter {
  readonly log: Log
  readonly notice: (notice: GatewayEvent) => void
}

export function createReporter(
  log: Log,
  metrics: Metrics | undefined,
  { now }: Pick<Clock, 'now'>,
): Reporter {
  const write = (notice: GatewayEvent): void => log.write(toEventRecord(notice, now()))
  if (metrics === undefined) return { log, notice: write }
  return {
    log: {
      write: record => {
        if (isRequest(record)) metrics.request(record)
        log.write(record)
      },
      flush: () => log.flush(),
    },
    notice: notice => {
      metrics.notice(notice)
      write(notice)
    },
  }
}

const isRequest = (record: object): record is RequestRecord => 'method' in record && 'bytesOut' in record
