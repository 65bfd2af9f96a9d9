// Workers that follow a store in PostgreSQL, beside another process: they count together, and all of them serve what is promoted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan, RUNTIME, start } from '../support/command.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isPostgresListening } from '../support/test-postgres.ts'
import { until } from '../support/until.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

const LIMIT = 40
const call = async (port: number, config: string): Promise<string> => {
  const reply = await exchangeRaw(
    port,
    rawRequest(
      'POST',
      '/v1/chat/completions',
      ['content-type: application/json', 'connection: close', `x-gateway-config: ${config}`],
      JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hi' }] }),
    ),
  )
  return reply.slice(9, 12)
}
const times = (count: number, action: (at: number) => Promise<string>): Promise<readonly string[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => action(at)))
const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`

describe.skipIf(!(await isPostgresListening()))('service: PostgreSQL', { timeout: 120_000 }, () => {
  const schemas = postgresSchemas()

  it('two workers and another process admit what a limit allows, and serve what is promoted', async () => {
    const url = schemas.create()
    const schema = url.searchParams.get('search_path')
    const folder = temporaryFolder({
      'gateway.yaml': `providers: { mock: { provider: mock } }
store: "${url.href}"
policies:
  rate_limits:
    - { name: forty, type: requests, unit: rph, value: ${LIMIT}, conditions: [{ key: config, value: limited }] }
`,
      'configs/limited.yaml': config('echo'),
      'configs/chat.yaml': config('echo'),
    })
    expect((await portolan(['push', '--promote'], folder)).code).toBe(0)
    const runtimes = [['--workers', '2'], []].map(more =>
      start(RUNTIME, ['--store', url.href, '--port', '0', ...more], folder),
    )
    const [workers = 0, other = 0] = await Promise.all(
      runtimes.map(async each =>
        Number((await each.waitForOutput(/plan [0-9a-f]{12} on http:\/\/127\.0\.0\.1:(\d+)\/v1/))[1]),
      ),
    )
    // Each worker is a process of the fleet: all three have their part.
    await until(async () => {
      const parts = await schemas.run(`SELECT part FROM ${schema}.limit_member`).catch(() => [])
      return parts.length === 3 && new Set(parts.map(({ part }) => String(part))).size === 1
    }, 60_000)
    const statuses = await times(3 * LIMIT, at => call(at % 3 === 0 ? other : workers, 'limited'))
    expect(['200', '429'].map(status => statuses.filter(each => each === status).length)).toEqual([
      LIMIT,
      2 * LIMIT,
    ])

    writeFileSync(join(folder, 'configs/chat.yaml'), config('status-418'))
    expect((await portolan(['push'], folder)).code).toBe(0)
    expect(new Set(await times(20, () => call(workers, 'chat')))).toEqual(new Set(['200']))
    expect((await portolan(['promote', '2'], folder)).code).toBe(0)
    await until(
      async () => (await times(20, () => call(workers, 'chat'))).every(status => status === '418'),
      30_000,
    )
    for (const { child } of runtimes) child.kill('SIGTERM')
    for (const { finished } of runtimes) expect((await finished).code).toBe(0)
  })
})
