// Keys of the store on real sockets: what one runtime writes, another that shares its PostgreSQL enforces.
import { describe, expect, it } from 'vitest'
import { portolan, RUNTIME, type Running, start } from '../support/command.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isPostgresListening, TEST_POSTGRES } from '../support/test-postgres.ts'
import { until } from '../support/until.ts'

const ADMIN_KEY = `ptl_${'A'.repeat(43)}`
/** What the interface promises, in milliseconds. */
const PROMISE = 2000

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)

async function portOf(runtime: Running): Promise<string> {
  const [, port = ''] = await runtime.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  return port
}

const request = async (port: string, key: string, method: string, path: string, body?: object) => {
  const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': key },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: (await reply.json()) as Record<string, string> }
}

const call = async (port: string, key: string): Promise<number> =>
  (
    await request(port, key, 'POST', '/chat/completions', {
      model: '@mock/echo',
      messages: [{ role: 'user', content: 'Hi' }],
    })
  ).status

/** A change is in force everywhere within two seconds. */
const becomes = (port: string, key: string, status: number): Promise<void> =>
  until(async () => (await call(port, key)) === status, PROMISE)

describe.skipIf(!present)('service: PostgreSQL', () => {
  const schemas = postgresSchemas()

  it('a key that one runtime makes works on another within two seconds, and stops within two when it is revoked', async () => {
    const url = schemas.create()
    const folder = temporaryFolder({
      'gateway.yaml': `providers: { mock: { provider: mock } }\nstore: "${url.href}"\nauthentication: required\n`,
    })
    expect((await portolan(['compile', '--output', 'plan.json'], folder)).code).toBe(0)
    const fleet = [1, 2].map(() =>
      start(RUNTIME, ['plan.json', '--port', '0'], folder, {
        GATEWAY_ADMIN_KEY: ADMIN_KEY,
        PORTOLAN_KEY_PEPPER: 'one pepper for the fleet',
      }),
    )
    const [first = '', second = ''] = await Promise.all(fleet.map(portOf))
    const created = await request(first, ADMIN_KEY, 'POST', '/api-keys/workspace/service', {
      name: 'app',
      scopes: ['inference'],
      workspace_id: 'default',
    })
    expect(created.status).toBe(200)
    const { id = '', key = '' } = created.body
    expect(await call(first, key)).toBe(200)
    await becomes(second, key, 200)

    const rotated = (await request(second, ADMIN_KEY, 'POST', `/api-keys/${id}/rotate`)).body['key'] ?? ''
    await becomes(first, rotated, 200)
    expect(await call(first, key)).toBe(200)

    expect((await request(first, ADMIN_KEY, 'DELETE', `/api-keys/${id}`)).status).toBe(200)
    expect([await call(first, key), await call(first, rotated)]).toEqual([401, 401])
    await becomes(second, rotated, 401)
    expect(await call(second, key)).toBe(401)

    for (const { child } of fleet) child.kill('SIGTERM')
    for (const { finished } of fleet) {
      const { code, out, complaints } = await finished
      expect(code).toBe(0)
      expect(out + complaints).not.toContain(key)
      expect(out + complaints).not.toContain(ADMIN_KEY)
    }
  })
})
