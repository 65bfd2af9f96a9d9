// What the gateway accepts under more load than it can carry: requests arrive by the clock, whether earlier ones were answered or not,
// so that waiting is not left out of the figures. Run by itself.
import { connect, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { API_KEY } from './bench-bundle.ts'
import { mainThread, pin, pinAll, start } from './bench-process.ts'
import { load, requestBytes } from './load.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    /** Multiples of the normal load, which is half of what the gateway can carry. */
    times: { type: 'string', default: '1,5' },
    connections: { type: 'string', default: '1000' },
    config: { type: 'string', default: 'guards' },
    /** Words of the request. */
    words: { type: 'string', default: '900' },
  },
})
const SECONDS = Number(values.seconds)
/** Milliseconds at the beginning whose answers are counted apart: the gateway has not noticed yet. */
const FIRST = 1000
const BODY = JSON.stringify({
  model: 'bench-model',
  messages: [{ role: 'user', content: 'word '.repeat(Number(values.words)) }],
})

interface Answered {
  /** Milliseconds from when each was due. */
  readonly accepted: readonly number[]
  /** Milliseconds from when each was sent. */
  readonly sent: readonly number[]
  readonly refused: readonly number[]
  /** Answers of the first second. */
  readonly opening: number
  /** Those for which no connection was free: the client gave up. */
  readonly missed: number
  /** Those without an answer after two more seconds. */
  readonly open: number
  /** How late the client was in sending, at most. */
  readonly late: number
}

interface Connection {
  readonly socket: Socket
  due: number
  sent: number
}

/** Sends `rate` requests a second over connections that were opened before. */
async function arrive(port: number, request: Buffer, rate: number): Promise<Answered> {
  const accepted: number[] = []
  const answered: number[] = []
  const refused: number[] = []
  let missed = 0
  let late = 0
  let begun = 0
  let opening = 0
  const idle: Connection[] = []
  const add = (): Promise<void> =>
    new Promise(resolve => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, resolve)
      const connection = { socket, due: 0, sent: 0 }
      let text = ''
      socket.on('data', (bytes: Buffer) => {
        text += bytes.toString('latin1')
        const end = text.indexOf('\r\n\r\n')
        const length = Number(/content-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1])
        if (end < 0 || text.length - end - 4 < length) return
        const now = performance.now()
        if (now - begun < FIRST) opening += 1
        else if (text.startsWith('HTTP/1.1 200')) {
          accepted.push(now - connection.due)
          answered.push(now - connection.sent)
        } else refused.push(now - connection.due)
        text = ''
        idle.push(connection)
      })
      socket.on('error', () => {})
      idle.push(connection)
    })
  await Promise.all(Array.from({ length: Number(values.connections) }, add))
  await new Promise(resolve => setTimeout(resolve, 500))
  const all = [...idle]
  begun = performance.now()
  let sent = 0
  await new Promise<void>(resolve => {
    const send = (): void => {
      const now = performance.now()
      const elapsed = now - begun
      for (; sent < (Math.min(elapsed, SECONDS * 1000) * rate) / 1000; sent += 1) {
        const due = begun + (sent * 1000) / rate
        late = Math.max(late, now - due)
        const connection = idle.pop()
        if (connection === undefined) {
          missed += 1
          continue
        }
        connection.due = due
        connection.sent = performance.now()
        connection.socket.write(request)
      }
      if (elapsed < SECONDS * 1000 + 2000) return void setTimeout(send, 1)
      resolve()
    }
    send()
  })
  for (const { socket } of all) socket.destroy()
  return { accepted, sent: answered, refused, opening, missed, late, open: all.length - idle.length }
}

const upstream = await start('./upstream.ts')
const gateway = await start('./gateway.ts', `http://127.0.0.1:${upstream.port}`)
pin(gateway.child.pid, 0)
pinAll(upstream.child.pid, 1)
pinAll(process.pid, 1)
const request = requestBytes(
  '/v1/chat/completions',
  [`x-gateway-config: ${values.config}`, `x-gateway-api-key: ${API_KEY}`],
  BODY,
)
await load(gateway.port, request, 64, 3)
const { requests, seconds } = await load(gateway.port, request, 64, 3)
const normal = requests / seconds / 2
const at = (list: readonly number[], share: number): string =>
  (list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN).toFixed(1)
process.stdout.write(`normal load: ${normal.toFixed(0)} requests a second\n`)
for (const times of values.times.split(',').map(Number)) {
  const [cpu, own] = [await mainThread(gateway), process.cpuUsage()]
  const { accepted, sent, refused, opening, missed, open, late } = await arrive(
    gateway.port,
    request,
    normal * times,
  )
  const used = (await mainThread(gateway)) - cpu
  const { user, system } = process.cpuUsage(own)
  process.stdout.write(
    `${times} x: ${opening} in the first second, then ${accepted.length} accepted, p50 ${at(accepted, 0.5)} ms, p99 ${at(accepted, 0.99)} ms (from sending ${at(sent, 0.99)} ms); ` +
      `${refused.length} refused, p99 ${at(refused, 0.99)} ms; ${missed} missed, ${open} open; ` +
      `busy: gateway ${(used / SECONDS / 1e4).toFixed(0)}%, client ${((user + system) / SECONDS / 1e4).toFixed(0)}%, late by up to ${late.toFixed(0)} ms\n`,
  )
}
gateway.child.kill()
upstream.child.kill()
process.exit(0)
