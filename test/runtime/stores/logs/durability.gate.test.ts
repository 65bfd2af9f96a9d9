// Processes that write logs are killed at random moments: no batch that was acknowledged is lost, and none is half there.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLogStore } from '../../../../runtime/stores/logs/open-log-store.ts'
import { seededRandom } from '../../../support/drawn-records.ts'
import { COMPILE_CACHE, ROOT } from '../../../support/folder.ts'
import { findBatches, numberedBatch } from '../../../support/numbered-batches.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { isPostgresListening } from '../../../support/test-postgres.ts'

const present = await isPostgresListening()
const schemas = postgresSchemas()

/** A process writes to several stores, so that one kill interrupts as many writers, each at another point. */
const STORES = 3
const KILLS = 8
const MAX_LINES = 40
/** Milliseconds. */
const MAX_DELAY = 25

const DRIVERS: readonly (readonly [name: string, isPresent: boolean, address: () => string])[] = [
  ['SQLite', true, () => `sqlite:${join(temporaryFolder(), 'store.db')}`],
  ['service: PostgreSQL', present, () => schemas.create().href],
]

/** Everything that a process has printed when it was killed, some time after so many lines. */
function linesUntilKilled(
  lines: number,
  delay: number,
  run: string,
  addresses: readonly string[],
): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${ROOT}test/support/log-loop.ts`, run, ...addresses], {
      env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      if (text.split('\n').length > lines) setTimeout(() => child.kill('SIGKILL'), delay)
    })
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(text.split('\n').slice(0, -1))
      else reject(new Error(`The process ended by itself: ${code}.`))
    })
  })
}

describe.each(DRIVERS)('%s', (name, isPresent, address) => {
  it.skipIf(!isPresent)(`${KILLS} processes of ${STORES} writers of logs are killed`, async () => {
    const random = seededRandom(20_261_122)
    const addresses = Array.from({ length: STORES }, address)
    const acknowledged = addresses.map(() => new Set<string>())
    for (let run = 0; run < KILLS; run += 1) {
      const lines = 1 + Math.floor(random() * MAX_LINES)
      const printed = await linesUntilKilled(lines, random() * MAX_DELAY, String(run), addresses)
      for (const line of printed) {
        const [place, number] = line.split(' ')
        if (number !== undefined) acknowledged[Number(place)]?.add(number)
      }
    }
    for (const [at, each] of addresses.entries()) {
      const store = await openLogStore(each, { folder: '/' })
      // A server may still write what a process that is gone has sent: until then, its batch waits for that one.
      for (let run = 0; run < KILLS; run += 1) await store.append(numberedBatch(`${run}.1`))
      const { numbers, faults } = await findBatches(store)
      expect(faults).toEqual([])
      expect([...(acknowledged[at] ?? [])].filter(number => !numbers.has(number))).toEqual([])
      expect(numbers.size, `${name} was written`).toBeGreaterThan(KILLS)
      await store.close()
    }
  })
})
