// `npm run bench -- half-load`: the time that the gateway adds to a request at half of the load that it carries, against the forwarder at
// the same rate, in turns.
import { parseArgs } from 'node:util'
import { arrive } from './arrivals.ts'
import { benchBundle } from './bench-bundle.ts'
import { median, pin, pinAll, start } from './bench-process.ts'
import { load } from './load.ts'
import { machineLoad, percentile, startBare, startGateway, WHOLE_REQUEST } from './served-process.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const seconds = Number(values.seconds)

const upstream = await start('./upstream.ts')
const origin = `http://127.0.0.1:${upstream.port}`
const servers = { gateway: await startGateway(benchBundle(origin), 1), bare: await startBare(origin, 1) }
for (const { pids } of Object.values(servers)) for (const pid of pids) pin(pid, 0)
pinAll(upstream.child.pid, 1)
pinAll(process.pid, 1)
for (const { port } of Object.values(servers)) await load(port, WHOLE_REQUEST, 64, 3)
const full = await load(servers.gateway.port, WHOLE_REQUEST, 64, 3)
const rate = full.requests / full.seconds / 2
process.stdout.write(
  `half load: ${rate.toFixed(0)} requests a second; load of the machine ${machineLoad()}\n`,
)
const ratios: number[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  const gateway = await arrive(servers.gateway.port, WHOLE_REQUEST, rate, seconds)
  const bare = await arrive(servers.bare.port, WHOLE_REQUEST, rate, seconds)
  const [own, least] = [percentile(gateway, 0.99), percentile(bare, 0.99)]
  ratios.push(own / least)
  process.stdout.write(
    `p50 ${percentile(gateway, 0.5).toFixed(2)} and ${percentile(bare, 0.5).toFixed(2)} ms, p99 ${own.toFixed(2)} and ${least.toFixed(2)} ms\n`,
  )
}
process.stdout.write(`p99 against the forwarder: ${median(ratios).toFixed(2)} times\n`)
for (const { stop } of Object.values(servers)) stop()
upstream.child.kill()
process.exit(0)
