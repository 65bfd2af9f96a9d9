// The page waits longer for the gateway than the gateway for its stores: it shows which of them failed, not that the gateway is away.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAGE_PATIENCE } from '../../runtime/console/page/api/page-patience.ts'
import { LOG_TIMEOUTS } from '../../runtime/stores/logs/postgres/open-server-logs.ts'
import { POSTGRES_TIMEOUTS } from '../../runtime/stores/resources/postgres/postgres-connection.ts'

it.each([
  ['the log store', LOG_TIMEOUTS],
  ['the store of saved resources', POSTGRES_TIMEOUTS],
])('waits longer than the gateway for %s', (_name, { silence, statement }) => {
  expect(silence).toBeGreaterThan(statement)
  expect(PAGE_PATIENCE).toBeGreaterThan(silence)
})

it('the document names the bound of logs', () => {
  const text = readFileSync(new URL('../../schemas/operation.md', import.meta.url), 'utf8')
  expect(text).toContain(`PostgreSQL has ${LOG_TIMEOUTS.silence / 1000} s for a query`)
})
