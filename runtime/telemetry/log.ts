// Log lines are gathered and written beside requests, never in them. When the reader of the log is too slow, lines
// are shed and counted; the next line that goes through says how many are missing.

export interface Log {
  readonly write: (record: object) => void
  /** Writes what is waiting; for the end of the process. */
  readonly flush: () => void
}

export interface LogPorts {
  /** Writes text; false when the reader is behind. */
  readonly write: (text: string) => boolean
  /** Calls back once when the reader has caught up. */
  readonly drained: (action: () => void) => void
  readonly after: (milliseconds: number, action: () => void) => () => void
}

const FLUSH_INTERVAL = 50
const MAX_WAITING = 10_000

export function createLog({ write, drained, after }: LogPorts): Log {
  // Serialised at once: a record kept until the next flush would outlive the young generation of the collector.
  let lines = ''
  let waiting = 0
  let scheduled = false
  let blocked = false
  let shed = 0
  const flush = (): void => {
    scheduled = false
    if (blocked || waiting === 0) return
    let text = lines
    lines = ''
    waiting = 0
    if (shed > 0) {
      const message = 'Log lines were shed because their reader was too slow.'
      text += `${JSON.stringify({ level: 'warning', message, shed })}\n`
      shed = 0
    }
    if (!write(text)) {
      blocked = true
      drained(() => {
        blocked = false
        flush()
      })
    }
  }
  return {
    write: record => {
      if (waiting >= MAX_WAITING) {
        shed += 1
        return
      }
      lines += `${JSON.stringify(record)}\n`
      waiting += 1
      if (!scheduled) {
        scheduled = true
        after(FLUSH_INTERVAL, flush)
      }
    },
    flush,
  }
}

/** For gateways that write no log. */
export const SILENT: Log = { write: () => {}, flush: () => {} }
