// Requests that arrive by the clock, whether earlier ones were answered or not: latencies count from when each was due, so that waiting is
// not left out of them.
import { connect, type Socket } from 'node:net'

/** Sends `rate` requests a second for so many seconds; milliseconds of each that was answered with 200. */
export async function arrive(
  port: number,
  request: Buffer,
  rate: number,
  seconds: number,
): Promise<readonly number[]> {
  const latencies: number[] = []
  const idle: Socket[] = []
  const all = new Set<Socket>()
  let waiting = 0
  const send = (due: number): void => {
    waiting += 1
    const socket = idle.pop() ?? open()
    const receive = reader(() => {
      socket.off('data', receive)
      idle.push(socket)
      waiting -= 1
      latencies.push(performance.now() - due)
    })
    socket.on('data', receive)
    socket.write(request)
  }
  const open = (): Socket => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    all.add(socket)
    return socket
  }
  const begun = performance.now()
  let sent = 0
  await new Promise<void>(resolve => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun
      for (; sent < (Math.min(elapsed, seconds * 1000) * rate) / 1000; sent += 1)
        send(begun + (sent * 1000) / rate)
      if (elapsed < seconds * 1000 || waiting > 0) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
  for (const socket of all) socket.destroy()
  return latencies
}

/** Calls `done` when a whole reply has arrived; rejects all but 200, which would be another measurement. */
function reader(done: () => void): (bytes: Buffer) => void {
  let text = ''
  return bytes => {
    text += bytes.toString('latin1')
    const end = text.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end + 2))?.[1])
    if (end < 0 || text.length - end - 4 < length) return
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(text.slice(0, 200))
    done()
  }
}
