// `npm run bench -- many-streams`: a thousand streams of ten events a second through two workers, against the forwarder in two processes:
// how long each event takes from the provider to the client, and the memory of a stream.
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { API_KEY, benchBundle } from './bench-bundle.ts'
import { median, start } from './bench-process.ts'
import { requestBytes } from './load.ts'
import { machineLoad, memoryOf, percentile, type Served, startBare, startGateway } from './served-process.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    streams: { type: 'string', default: '1000' },
  },
  allowPositionals: true,
})
const count = Number(values.streams)
const request = requestBytes(
  '/v1/chat/completions',
  ['x-gateway-config: stream', `x-gateway-api-key: ${API_KEY}`, 'x-bench-stream: stream'],
  JSON.stringify({ model: 'bench-model', stream: true, messages: [{ role: 'user', content: 'Hi' }] }),
)

interface Relayed {
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Kilobytes for a stream, beyond what the server had before. */
  readonly memory: number
}

async function relay(served: Served): Promise<Relayed> {
  const before = memoryOf(served)
  const delays: number[] = []
  let isMeasuring = false
  const sockets: Socket[] = []
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ port: served.port, host: '127.0.0.1', noDelay: true }, () =>
      socket.write(request),
    )
    socket.on('data', (bytes: Buffer) => {
      if (!isMeasuring) return
      const now = process.hrtime.bigint()
      for (const [, stamp = '0'] of bytes.toString('latin1').matchAll(/"content":"(\d+)"/g))
        delays.push(Number(now - BigInt(stamp)) / 1e6)
    })
    socket.on('error', () => {})
    sockets.push(socket)
    if (at % 50 === 49) await new Promise(resolve => setTimeout(resolve, 50))
  }
  await new Promise(resolve => setTimeout(resolve, 2000))
  isMeasuring = true
  await new Promise(resolve => setTimeout(resolve, Number(values.seconds) * 1000))
  isMeasuring = false
  const memory = ((memoryOf(served) - before) * 1024) / count
  for (const socket of sockets) socket.destroy()
  const expected = count * 10 * Number(values.seconds)
  if (delays.length < expected * 0.9)
    process.stderr.write(`${delays.length} events of ${expected} arrived in time.\n`)
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99), memory }
}

const upstream = await start('./stamped-upstream.ts')
const origin = `http://127.0.0.1:${upstream.port}`
const ratios: number[] = []
const more: number[] = []
for (let round = 0; round < Number(values.rounds); round += 1) {
  const found: Relayed[] = []
  for (const open of [() => startGateway(benchBundle(origin), 2), () => startBare(origin, 2)]) {
    const served = await open()
    found.push(await relay(served))
    served.stop()
  }
  const [gateway, bare] = found as [Relayed, Relayed]
  ratios.push(gateway.p99 / bare.p99)
  more.push(gateway.memory - bare.memory)
  process.stdout.write(
    `p50 ${gateway.p50.toFixed(1)} and ${bare.p50.toFixed(1)} ms, p99 ${gateway.p99.toFixed(1)} and ${bare.p99.toFixed(1)} ms, ${gateway.memory.toFixed(0)} and ${bare.memory.toFixed(0)} KB a stream\n`,
  )
}
process.stdout.write(
  `p99 against the forwarder: ${median(ratios).toFixed(2)} times; ${median(more).toFixed(0)} KB a stream beyond it; load of the machine ${machineLoad()}\n`,
)
upstream.child.kill()
process.exit(0)
