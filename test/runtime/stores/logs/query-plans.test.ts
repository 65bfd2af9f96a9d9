// How the SQLite file is read: whatever is requested, a statement searches tables that grow with the records, and scans none of them.
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { LogStore } from '../../../../runtime/control/logs/log-store.ts'
import { openFileLogs } from '../../../../runtime/stores/logs/sqlite/open-file-logs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { NOON, ringOf } from './contract.ts'
import { drawnBatch, LOG_REQUESTS } from './log-requests.ts'

/** What a statement calls the tables of weeks whose rows are as many as records. */
const growingTables = (text: string): readonly string[] =>
  Array.from(text.matchAll(/"((?:record|line|body|metadata|identifier)_-?\d+)"(?: AS (\w+))?/g)).flatMap(
    ([, table = '', alias = table]) => [table, alias],
  )

/** The tables that a statement reads as a whole; "SCAN r USING INDEX" is one, too. */
const scansIn = (details: readonly string[], text: string): readonly string[] =>
  details.filter(detail => {
    const [, scanned] = /^SCAN (\S+)/.exec(detail) ?? []
    return scanned !== undefined && growingTables(text).includes(scanned)
  })

it('a scan is recognised', () => {
  const text = 'SELECT * FROM "record_12" AS r JOIN "line_12" AS l ON l.id = r.id'
  expect(scansIn(['SCAN r', 'SEARCH l USING INTEGER PRIMARY KEY (rowid=?)'], text)).toEqual(['SCAN r'])
  expect(scansIn(['SCAN record_12 USING INDEX x'], text)).toHaveLength(1)
  expect(scansIn(['SCAN r'], 'SELECT * FROM (SELECT * FROM "total_12") AS r')).toEqual([])
})

it.each(Object.entries(LOG_REQUESTS))('%s is read by searches', async (_name, requests) => {
  const store = openFileLogs(join(temporaryFolder(), 'logs.db'), ringOf('key'), () => NOON)
  onTestFinished(() => store.close())
  await store.append([drawnBatch()])
  store.file.connection.exec('ANALYZE')
  const { connection } = store.file
  const prepare = connection.prepare.bind(connection)
  let explained = 0
  const scans: string[] = []
  let current = ''
  connection.prepare = text => {
    if (/^\s*(?:SELECT|WITH)/.test(text)) {
      explained += 1
      const details = prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(({ detail }) => String(detail))
      scans.push(...scansIn(details, text).map(scan => `${current}: ${scan} in ${text}`))
    }
    return prepare(text)
  }
  for (const [name, run] of Object.entries(requests)) {
    current = name
    await run(store as unknown as LogStore)
  }
  expect(explained).toBeGreaterThan(0)
  expect(scans).toEqual([])
})
