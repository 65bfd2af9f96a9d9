// Processes that write are killed at random moments: nothing acknowledged is lost, and nothing is half visible.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { COMPILE_CACHE, ROOT } from '../../../support/folder.ts'
import { findTransactions } from '../../../support/numbered-transactions.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { runs } from '../../../support/property-seed.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { isPostgresListening } from '../../../support/test-postgres.ts'

const present = await isPostgresListening()
const schemas = postgresSchemas()

/** A process writes to several stores, so that one kill interrupts as many writers, each at another point. */
const STORES = 5
const KILLS = runs(4)
/** Lines that a process prints before it is killed: some while it opens the stores, most while it writes. */
const MAX_LINES = 40

const DRIVERS: readonly (readonly [name: string, isPresent: boolean, address: () => string])[] = [
  ['SQLite', true, () => `sqlite:${join(temporaryFolder(), 'store.db')}`],
  ['a folder', true, () => `folder:${temporaryFolder()}`],
  ['service: PostgreSQL', present, () => schemas.create().href],
]

/** Milliseconds after the last of these lines: writers of one process are often equally far when they print. */
const MAX_DELAY = 25

/** Everything that a process has printed when it was killed, some time after so many lines. */
function linesUntilKilled(
  [lines, delay]: readonly [number, number],
  run: string,
  addresses: readonly string[],
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`${ROOT}test/support/commit-loop.ts`, run, ...addresses], {
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
  it.skipIf(!isPresent)(`${KILLS} processes of ${STORES} writers are killed`, async () => {
    const moment = fc.tuple(fc.integer({ min: 1, max: MAX_LINES }), fc.integer({ min: 0, max: MAX_DELAY }))
    const moments = fc.array(moment, { minLength: KILLS, maxLength: KILLS })
    await fc.assert(
      fc.asyncProperty(moments, async drawn => {
        const addresses = Array.from({ length: STORES }, address)
        const acknowledged = addresses.map(() => new Set<string>())
        for (const [run, each] of drawn.entries())
          for (const line of await linesUntilKilled(each, String(run), addresses)) {
            const [place, number] = line.split(' ')
            if (number !== undefined) acknowledged[Number(place)]?.add(number)
          }
        for (const [at, each] of addresses.entries()) {
          const store = await openResourceStore(each, {
            folder: '/',
            environment: {},
            clock: nodePorts().clock,
          })
          const { revision, numbers, faults } = await findTransactions(store)
          expect(faults).toEqual([])
          expect([...(acknowledged[at] ?? [])].filter(number => !numbers.has(number))).toEqual([])
          expect(numbers.size).toBe(revision)
          expect(numbers.size, `${name} was written`).toBeGreaterThan(0)
          await store.close()
        }
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})
