// A SQLite store and its log store are copied while processes write to both: each copy is whole, and of one moment.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openLogStore } from '../../runtime/stores/logs/open-log-store.ts'
import { openSqliteStore } from '../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { portolanProcess } from '../support/command.ts'
import { COMPILE_CACHE, ROOT } from '../support/folder.ts'
import { findBatches } from '../support/numbered-batches.ts'
import { findTransactions } from '../support/numbered-transactions.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

/** A process that writes until it is killed; `acknowledged` has what it was told is durable. */
function writer(script: string, run: string, address: string) {
  const child = spawn(process.execPath, [`${ROOT}test/support/${script}`, run, address], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged = new Set<string>()
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, number] = line.split(' ')
      if (number !== undefined) acknowledged.add(number)
    }
  })
  return {
    acknowledged,
    stop: () =>
      new Promise<void>(resolve => {
        child.once('close', () => resolve())
        child.kill('SIGKILL')
      }),
  }
}

const integrityOf = (path: string): unknown => {
  const connection = new DatabaseSync(path)
  const found = connection.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  connection.close()
  return found
}

it('copies under load are whole, a store in use is not replaced, and one that is not is restored', async () => {
  const folder = temporaryFolder()
  const address = `sqlite:${join(folder, 'store.db')}`
  const run = (...args: readonly string[]) => portolanProcess([...args, '--store', address], folder)
  const commits = [1, 2].map(number => writer('commit-loop.ts', `${number}`, address))
  const logs = writer('log-loop.ts', '1', address)
  const writers = [...commits, logs]
  await until(() => writers.every(({ acknowledged }) => acknowledged.size > 20), 60_000)

  for (const name of ['one', 'two', 'three']) {
    const before = commits.flatMap(({ acknowledged }) => [...acknowledged])
    const batchesBefore = [...logs.acknowledged]
    const { code, complaints } = await run('backup', `${name}.db`)
    expect([code, complaints]).toEqual([0, ''])
    // Writes went on meanwhile.
    expect(commits.flatMap(({ acknowledged }) => [...acknowledged]).length).toBeGreaterThan(before.length)
    expect(integrityOf(join(folder, `${name}.db`))).toBe('ok')
    expect(integrityOf(join(folder, `${name}.logs.db`))).toBe('ok')
    const copy = await openSqliteStore(join(folder, `${name}.db`))
    const { numbers, revision, faults } = await findTransactions(copy)
    expect(faults).toEqual([])
    expect(numbers.size).toBe(revision)
    expect(before.filter(number => !numbers.has(number))).toEqual([])
    await copy.close()
    const copied = await openLogStore(`sqlite:${name}.db`, { folder })
    const found = await findBatches(copied)
    expect(found.faults).toEqual([])
    expect(batchesBefore.filter(number => !found.numbers.has(number))).toEqual([])
    await copied.close()
  }

  const refused = await run('restore', 'one.db')
  expect([refused.code, refused.complaints]).toEqual([1, expect.stringContaining('is in use')])
  for (const { stop } of writers) await stop()
  // What killed processes have left in the journal is no hindrance.
  const restored = await run('restore', 'two.db')
  expect([restored.code, restored.complaints]).toEqual([0, ''])
  const contents = async (path: string) => {
    const store = await openSqliteStore(path)
    const { numbers, faults } = await findTransactions(store)
    await store.close()
    expect(faults).toEqual([])
    return [...numbers].sort()
  }
  expect(await contents(join(folder, 'store.db'))).toEqual(await contents(join(folder, 'two.db')))
})
