// examples/fleet, started by hand as its compose file does: two runtimes, one PostgreSQL, one Redis, one limit for both.
import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Finished, portolan, RUNTIME, start } from '../support/command.ts'
import { ROOT } from '../support/folder.ts'
import { postgresSchemas } from '../support/postgres-schemas.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isPostgresListening, TEST_POSTGRES } from '../support/test-postgres.ts'
import { isListening, TEST_REDIS } from '../support/test-redis.ts'

const EXAMPLE = join(ROOT, 'examples/fleet')
const present = (await isPostgresListening()) && (await isListening())
if (!present)
  console.warn(`PostgreSQL (${TEST_POSTGRES}) or Redis (${TEST_REDIS}) is away: examples/fleet is not run.`)

interface Compose {
  readonly services: Readonly<Record<string, { readonly command?: readonly string[] }>>
}

const saidThatRedisIsAway = ({ out, complaints }: Finished): boolean =>
  `${out}${complaints}`.includes('Limits cannot be counted by Redis')

it('the compose file starts commands that exist', () => {
  const { services } = parse(readFileSync(join(EXAMPLE, 'compose.yaml'), 'utf8'), { merge: true }) as Compose
  const commands = Object.values(services).flatMap(({ command }) => (command ? [command] : []))
  expect(commands.map(([node, script]) => [node, script])).toEqual([
    ['node', '/portolan/compiler/cli/main.ts'],
    ['node', '/portolan/runtime/main.ts'],
    ['node', '/portolan/runtime/main.ts'],
  ])
})

describe.skipIf(!present)('service: PostgreSQL and Redis', () => {
  const schemas = postgresSchemas()

  /** The example of a new gateway's name, so that counters of an earlier run do not count; the statuses of 30 calls at once. */
  async function runExample() {
    const folder = temporaryFolder()
    cpSync(EXAMPLE, folder, { recursive: true })
    const manifest = readFileSync(join(folder, 'gateway.yaml'), 'utf8')
    writeFileSync(
      join(folder, 'gateway.yaml'),
      manifest.replace('name: fleet', `name: fleet-${randomUUID()}`),
    )
    const environment = { STORE_URL: schemas.create().href, STATE_URL: TEST_REDIS }
    const pushed = await portolan(['push', '--promote'], folder, environment)
    expect(pushed.complaints).toBe('')
    const options = ['--store', '${env:STORE_URL}', '--host', '127.0.0.1', '--port', '0']
    const fleet = [1, 2].map(() => start(RUNTIME, options, folder, environment))
    const ports = await Promise.all(
      fleet.map(async runtime => (await runtime.waitForOutput(/on http:\/\/127\.0\.0\.1:(\d+)\/v1/))[1]),
    )
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const response = await fetch(`http://127.0.0.1:${ports[index % 2]}/v1/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-gateway-api-key': 'ptl_fleet_example',
            'x-gateway-config': 'chat',
          },
          body: JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] }),
        })
        await response.arrayBuffer()
        return response.status
      }),
    )
    for (const { child } of fleet) child.kill('SIGTERM')
    const ends = await Promise.all(fleet.map(({ finished }) => finished))
    return { statuses, ends }
  }

  it('both runtimes answer, and together admit no more than the limit', async () => {
    let run = await runExample()
    // A Redis that a busy machine keeps from answering within 50 ms is replaced by a share for each process, which they say; how
    // much they admit then is tested with a Redis that does not answer.
    for (let again = 0; again < 4 && run.ends.some(saidThatRedisIsAway); again += 1) run = await runExample()
    expect(run.ends.filter(saidThatRedisIsAway)).toEqual([])
    expect(run.ends.map(({ code }) => code)).toEqual([0, 0])
    expect(run.statuses.filter(status => status === 200)).toHaveLength(20)
    expect(run.statuses.filter(status => status === 429)).toHaveLength(10)
  })
})
