// What the gateway accepts under more load than it can carry: requests arrive by the clock, whether earlier ones were answered or not,
// so that waiting is not left out of the figures. Run by itself.
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { API_KEY } from './bench-bundle.ts'
import { pin, pinAll, start } from './bench-process.ts'
import { load, requestBytes } from './load.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    /** Multiples of the normal load, which is half of what the gateway can carry. */
    times: { type: 'string', default: '1,5' },
  },
})
const SECONDS = Number(values.seconds)
const MOST_CONNECTIONS = 4000
const BODY = JSON.stringify({
  model: 'bench-model',
  messages: [{ role: 'user', content: 'word '.repeat(180) }],
})

interface Answered {
  readonly accepted: readonly number[]
  readonly refused: number
  /** Those for which no connection was left: the client gave up. */
  readonly missed: number
}

/** Sends `rate` requests a second; latencies of what is accepted, in milliseconds from when each was due. */
async function arrive(port: number, request: Buffer, rate: number, seconds: number): Promise<Answered> {
  const accepted: number[] = []
  let refused = 0
  let missed = 0
  let open = 0
  const idle: Socket[] = []
  const dueOf = new Map<Socket, number>()
  const add = (due: number): void => {
    open += 1
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      dueOf.set(socket, due)
      socket.write(request)
    })
    let text = ''
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      const length = Number(/content-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1])
      if (end < 0 || text.length - end - 4 < length) return
      const waited = performance.now() - (dueOf.get(socket) ?? 0)
      if (text.startsWith('HTTP/1.1 200')) accepted.push(waited)
      else refused += 1
      text = ''
      idle.push(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      open -= 1
    })
  }
  const begun = performance.now()
  let sent = 0
  await new Promise<void>(resolve => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun
      for (; sent < (Math.min(elapsed, seconds * 1000) * rate) / 1000; sent += 1) {
        const due = begun + (sent * 1000) / rate
        let socket = idle.pop()
        while (socket?.destroyed === true) socket = idle.pop()
        if (socket !== undefined) {
          dueOf.set(socket, due)
          socket.write(request)
        } else if (open < MOST_CONNECTIONS) add(due)
        else missed += 1
      }
      if (elapsed < seconds * 1000 + 2000) return
      clearInterval(timer)
      for (const socket of dueOf.keys()) socket.destroy()
      resolve()
    }, 1)
  })
  return { accepted: accepted.sort((a, b) => a - b), refused, missed }
}

const upstream = await start('./upstream.ts')
const gateway = await start('./gateway.ts', `http://127.0.0.1:${upstream.port}`)
pin(gateway.child.pid, 0)
pinAll(upstream.child.pid, 1)
pinAll(process.pid, 1)
const request = requestBytes(
  '/v1/chat/completions',
  ['x-gateway-config: whole', `x-gateway-api-key: ${API_KEY}`],
  BODY,
)
await load(gateway.port, request, 64, 3)
const { requests, seconds } = await load(gateway.port, request, 64, 3)
const normal = requests / seconds / 2
const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
process.stdout.write(`normal load: ${normal.toFixed(0)} requests a second\n`)
for (const times of values.times.split(',').map(Number)) {
  const { accepted, refused, missed } = await arrive(gateway.port, request, normal * times, SECONDS)
  process.stdout.write(
    `${times} x: ${accepted.length} accepted, p50 ${at(accepted, 0.5)} ms, p99 ${at(accepted, 0.99)} ms; ${refused} refused, ${missed} missed\n`,
  )
}
gateway.child.kill()
upstream.child.kill()
process.exit(0)
