// The way from a gateway to a service that a scenario spoils: cut, held, late, or answered by somebody else.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../support/test-redis.ts'

/** What the client gets for what it sent; `close` ends the connection. */
export type Answer = (bytes: Buffer) => string | Buffer | 'close'

export interface ServiceWay {
  readonly port: number
  /** Connections of the gateway that are open. */
  readonly open: () => number
  /** The local ports of the connections to the service. */
  readonly ports: () => readonly number[]
  /** Ends all connections with a reset; new ones are accepted. */
  readonly reset: () => void
  /** Ends all connections and refuses new ones. */
  readonly cut: () => Promise<void>
  readonly restore: () => Promise<void>
  /** Nothing passes until it is released; connections stay. */
  readonly hold: () => void
  readonly release: () => void
  /** Replies arrive so many milliseconds later. */
  readonly delay: (milliseconds: number) => void
  /** The service is not asked any more; undefined asks it again, over new connections. */
  readonly answer: (how: Answer | undefined) => void
  readonly stop: () => Promise<void>
}

export async function openWay(target: { readonly host: string; readonly port: number }): Promise<ServiceWay> {
  const near = new Set<Socket>()
  const far = new Set<Socket>()
  let server: Server | undefined
  let late = 0
  let isHeld = false
  let answer: Answer | undefined
  const reset = (): void => {
    for (const socket of near) socket.resetAndDestroy()
    for (const socket of far) socket.destroy()
  }
  const accept = (client: Socket): void => {
    near.add(client)
    client.on('error', () => {})
    const service = answer === undefined ? connect(target) : undefined
    client.on('data', (bytes: Buffer) => {
      if (answer === undefined) return void service?.write(bytes)
      const reply = answer(bytes)
      if (reply === 'close') client.destroy()
      else client.write(reply)
    })
    if (isHeld) client.pause()
    client.on('close', () => {
      near.delete(client)
      service?.destroy()
    })
    if (service === undefined) return
    far.add(service)
    service.on('error', () => {})
    service.on('data', (bytes: Buffer) => {
      if (late === 0) client.write(bytes)
      else setTimeout(() => client.write(bytes), late)
    })
    if (isHeld) service.pause()
    service.on('close', () => {
      far.delete(service)
      client.destroy()
    })
  }
  const port = await freePort()
  const restore = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const listening = createServer(accept)
      server = listening
      listening.once('error', reject)
      listening.listen(port, '127.0.0.1', () => resolve())
    })
  const cut = async (): Promise<void> => {
    const closed = new Promise(resolve => server?.close(resolve))
    reset()
    await closed
  }
  await restore()
  return {
    port,
    open: () => near.size,
    ports: () => [...far].flatMap(({ localPort }) => localPort ?? []),
    reset,
    cut,
    restore,
    hold: () => {
      isHeld = true
      for (const socket of [...near, ...far]) socket.pause()
    },
    release: () => {
      isHeld = false
      for (const socket of [...near, ...far]) socket.resume()
    },
    delay: milliseconds => {
      late = milliseconds
    },
    answer: how => {
      answer = how
      if (how === undefined) reset()
    },
    stop: cut,
  }
}
