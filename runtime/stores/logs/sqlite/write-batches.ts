// Writes batches into the file: records, bodies, counts and the dictionary, all in one transaction.
import type { LogBatch } from '../../../control/logs/log-store.ts'
import type { LogRow } from '../log-row.ts'
import type { FileKeys } from './file-keys.ts'
import type { LogConnection } from './log-connection.ts'
import { weekOf, weekTables } from './log-schema.ts'
import { type CountStatements, countStatements, createCountWriter } from './write-counts.ts'
import { createRowWriter, type RowWriter } from './write-rows.ts'

export interface ReadBatch {
  readonly batch: LogBatch
  readonly rows: readonly LogRow[]
}

export interface BatchWriter {
  /** Batches that were written before are left out. Returns how many bodies were not stored. */
  readonly write: (batches: readonly ReadBatch[], now: number) => number
  /** Forgets what it remembers of the file. */
  readonly clear: () => void
}

interface WeekWriter {
  readonly rows: RowWriter
  readonly counts: CountStatements
}

export function createBatchWriter(file: LogConnection, keys: FileKeys): BatchWriter {
  const weeks = new Map<number, WeekWriter>()
  /** The tables of the week of a time. */
  const weekAt = (time: number): WeekWriter => {
    const week = weekOf(time)
    const found = weeks.get(week)
    if (found !== undefined) return found
    file.connection.exec(weekTables(week))
    const created = { rows: createRowWriter(file, week), counts: countStatements(file, week) }
    weeks.set(week, created)
    return created
  }
  const counts = createCountWriter(file, time => weekAt(time).counts)

  return {
    write: (batches, now) => {
      const fresh = batches.filter(
        ({ batch }) =>
          file.run('INSERT INTO log_batch VALUES (?, ?) ON CONFLICT DO NOTHING', batch.id, now) > 0,
      )
      let lost = 0
      const writers = new Set<RowWriter>()
      for (const { batch, rows } of fresh) {
        const bodies = new Map(batch.bodies?.map(each => [each.id, each]))
        lost += bodies.size
        for (const row of rows) {
          const writer = weekAt(row.time).rows
          writers.add(writer)
          writer.write(row, () => {
            const given = bodies.get(row.record)
            const sealed = given && keys.seal(row, given, now)
            if (sealed !== undefined) lost -= 1
            return sealed
          })
        }
      }
      for (const { finish } of writers) finish()
      counts.write(fresh.flatMap(({ rows }) => rows))
      return lost
    },
    clear: () => {
      counts.clear()
      weeks.clear()
    },
  }
}
