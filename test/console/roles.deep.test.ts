// Each role on each screen, over PostgreSQL: the page gets what the key of the role gets from the interface itself, and no more, and shows
// what is missing where it gets nothing.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import roles from '../../schemas/control/roles.json' with { type: 'json' }
import { controlScopes } from '../../schemas/generated/control-routes.ts'
import { type ConsoleRun, chromiumPath, runConsole } from '../support/console-page.ts'
import { ROOT } from '../support/folder.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { isPostgresListening } from '../support/test-postgres.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const SCREENS = Array.from(
  readFileSync(`${ROOT}runtime/console/page/screens.ts`, 'utf8').matchAll(/\{\s*id: '([\w-]+)'/g),
  ([, id = '']) => id,
)

/** The scopes of the roles of a workspace, and keys with few. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  ...roles.workspace,
  calls: ['inference', 'models'],
  reads: ['logs.list', 'logs.view', 'logs.all'],
  counts: ['analytics.view'],
  keys: ['workspace_service_api_keys.list', 'workspace_service_api_keys.read'],
  nothing: [],
}

/** A name that ends with .* is all of a resource. */
const expand = (scope: string): readonly string[] =>
  scope.endsWith('.*') ? controlScopes.filter(each => each.startsWith(scope.slice(0, -1))) : [scope]

const schemas = postgresSchemas()

describe.skipIf(chromiumPath === undefined || !(await isPostgresListening()))(
  'service: Chromium and PostgreSQL',
  { timeout: 300_000 },
  () => {
    let run: ConsoleRun
    beforeAll(async () => {
      run = await runConsole({
        environment: { STORE: schemas.create().href },
        manifest: {
          store: '${env:STORE}',
          trusted_hosts: ['127.0.0.1'],
          api_keys: Object.entries(CALLERS).map(([id, scopes]) => ({
            id,
            hash: hashOf(`key-of-${id}`),
            workspace: 'team',
            scopes: [...new Set([...scopes.flatMap(expand), 'models'])],
          })),
        },
      })
      await run.chat({}, { 'x-gateway-api-key': 'key-of-calls' })
    }, 120_000)
    afterAll(() => run?.stop())

    it.each(Object.keys(CALLERS))('%s', async caller => {
      const { page, faults, close } = await run.open('connect')
      await page.getByLabel('Key of the gateway').fill(`key-of-${caller}`)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      const reads: { readonly path: string; readonly status: number }[] = []
      page.on('response', response => {
        const { pathname, search } = new URL(response.url())
        if (pathname.startsWith('/console/api/') && response.request().method() === 'GET')
          reads.push({ path: pathname.slice('/console/api'.length) + search, status: response.status() })
      })
      for (const id of SCREENS) {
        await page.goto(run.url + id)
        await page.locator('h1').waitFor()
        await page.locator('.loading').first().waitFor({ state: 'detached' })
        expect(await page.getByText('could not be loaded').count(), id).toBe(0)
        expect(await page.getByText('This screen has failed').count(), id).toBe(0)
      }
      expect(reads.length).toBeGreaterThan(SCREENS.length / 2)
      for (const { path, status } of new Map(reads.map(each => [each.path, each])).values()) {
        const reply = await fetch(`http://127.0.0.1:${run.gateway.port}${path}`, {
          headers: { 'x-gateway-api-key': `key-of-${caller}` },
        })
        expect(status, path).toBe(reply.status)
      }
      expect(faults).toEqual([])
      await close()
    })
  },
)
