// A provider that is a bare socket and does what a script says: the model of a request names the fault, so that one provider plays all of
// them at the same time.
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { listening } from '../support/local-servers.ts'

/** Bytes to write, milliseconds to wait, or what happens to the connection. */
export type Step = string | Uint8Array | number | 'END' | 'RESET'
export type Mode = 'whole' | 'stream'

export interface ReceivedRequest {
  readonly fault: string
  readonly mode: Mode
  /** The path tells a healthy target from the faulty one. */
  readonly isHealthy: boolean
}

export interface ScriptedProvider {
  readonly port: number
  /** Connections that are open. */
  readonly open: () => number
  /** Whether a request for this model has arrived. */
  readonly received: (model: string) => boolean
}

/** Model names are `fault~scenario`. */
export const SEPARATOR = '~'

/** `scriptOf` is called for each request. */
export async function startScriptedProvider(
  scriptOf: (request: ReceivedRequest) => readonly Step[],
): Promise<ScriptedProvider> {
  const sockets = new Set<Socket>()
  const models = new Set<string>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, socket => {
    sockets.add(socket)
    let text = ''
    let playing = Promise.resolve()
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('end', () => socket.end())
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
      for (let end = endOfRequest(text); end !== undefined; end = endOfRequest(text)) {
        const request = text.slice(0, end)
        text = text.slice(end)
        const model = /"model":"([^"]*)"/.exec(request)?.[1] ?? ''
        models.add(model)
        const script = scriptOf(readRequest(request, model))
        playing = playing.then(() => play(socket, script))
      }
    })
  })
  const port = await listening(server)
  return { port, open: () => sockets.size, received: model => models.has(model) }
}

function endOfRequest(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  return text.length >= head + 4 + length ? head + 4 + length : undefined
}

function readRequest(text: string, model: string): ReceivedRequest {
  return {
    fault: model.split(SEPARATOR, 1)[0] ?? '',
    mode: /"stream": ?true/.test(text) ? 'stream' : 'whole',
    isHealthy: text.startsWith('POST /healthy/'),
  }
}

async function play(socket: Socket, script: readonly Step[]): Promise<void> {
  for (const step of script) {
    if (socket.destroyed) return
    if (step === 'END') socket.end()
    else if (step === 'RESET') socket.resetAndDestroy()
    else if (typeof step === 'number') await wait(step, undefined, { ref: false })
    else
      await new Promise(resolve =>
        socket.write(typeof step === 'string' ? Buffer.from(step, 'latin1') : step, resolve),
      )
  }
}
