// What the stores of saved resources cost: commits one after another and many at once, reads, and looks at the revision,
// with a thousand resources in each. `--seconds N` sets the length of a measurement. Run by itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ResourceStore } from '../../runtime/control/core/resource-store.ts'
import { nodePorts } from '../../runtime/process/node-ports.ts'
import { openResourceStore } from '../../runtime/stores/resources/open-resource-store.ts'
import { BUCKET, KEYS, REGION, startObjectStorage } from '../support/object-storage.ts'
import { isPostgresListening, uniqueSchema } from '../support/test-postgres.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '2' } } })
const milliseconds = Number(values.seconds) * 1000

const RESOURCES = 1000
const AT_ONCE = 32

/** Times per second that an action is done, by this many at once. */
async function rate(atOnce: number, action: (turn: number) => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let done = 0
  const loop = async (): Promise<void> => {
    while (performance.now() - start < milliseconds) {
      done += 1
      await action(done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, loop))
  return Math.round((done * 1000) / (performance.now() - start))
}

async function measure(store: ResourceStore): Promise<readonly number[]> {
  const value = { slug: 'support', digest: '0'.repeat(64), at: 1 }
  const idOf = (turn: number): string => `support/${turn % RESOURCES}`
  const writes = Array.from({ length: RESOURCES }, (_, at) => ({ kind: 'release', id: idOf(at), value }))
  await store.commit({ writes })
  const commit = (turn: number): Promise<unknown> =>
    store.commit({
      writes: [
        { kind: 'release', id: idOf(turn), value },
        { kind: 'label', id: 'prod', value },
      ],
    })
  return [
    await rate(1, commit),
    await rate(AT_ONCE, commit),
    await rate(1, turn => store.read('release', idOf(turn))),
    await rate(1, () => store.revision()),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
const storage = await startObjectStorage()
const { schema, url } = uniqueSchema()
const hasPostgres = await isPostgresListening()
const addresses = [
  'sqlite:store.db',
  ...(hasPostgres ? [url.href] : []),
  'folder:saved',
  `s3:${BUCKET}/bench?region=${REGION}&endpoint=${storage.endpoint}`,
]
console.log(
  `| store | commits/s | commits/s, ${AT_ONCE} at once | reads/s | looks/s |\n|---|---|---|---|---|`,
)
for (const address of addresses) {
  const store = await openResourceStore(address, { folder, environment: KEYS, clock: nodePorts().clock })
  const measured = await measure(store)
  console.log(`| ${address.split(':')[0]} | ${measured.join(' | ')} |`)
  await store.close()
}
if (hasPostgres) {
  const { default: postgres } = await import('postgres')
  const client = postgres(url.href, { max: 1, onnotice: () => {} })
  await client.unsafe(`DROP SCHEMA ${schema} CASCADE`)
  await client.end()
}
await storage.stop()
rmSync(folder, { recursive: true })
