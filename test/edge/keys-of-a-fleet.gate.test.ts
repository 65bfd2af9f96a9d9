// Keys of the store on real sockets: what one runtime writes, another that shares its PostgreSQL enforces.
import { describe, expect, it } from 'vitest'
import { portolan, RUNTIME, type Running, start } from '../support/command.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isPostgresListening, TEST_POSTGRES } from '../support/test-postgres.ts'

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

/** Milliseconds until a call has a status. */
async function timeUntil(port: string, key: string, status: number): Promise<number> {
  const begun = performance.now()
  while ((await call(port, key)) !== status)
    if (performance.now() - begun > 5 * PROMISE) throw new Error(`No ${status} within ${5 * PROMISE} ms.`)
  return performance.now() - begun
}

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
    expect(await timeUntil(second, key, 200)).toBeLessThan(PROMISE)

    const rotated = (await request(second, ADMIN_KEY, 'POST', `/api-keys/${id}/rotate`)).body['key'] ?? ''
    expect(await timeUntil(first, rotated, 200)).toBeLessThan(PROMISE)
    expect(await call(first, key)).toBe(200)

    expect((await request(first, ADMIN_KEY, 'DELETE', `/api-keys/${id}`)).status).toBe(200)
    expect([await call(first, key), await call(first, rotated)]).toEqual([401, 401])
    expect(await timeUntil(second, rotated, 401)).toBeLessThan(PROMISE)
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
