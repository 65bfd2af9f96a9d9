// A client that writes and reads raw bytes on a socket: for what no library would send.
import { connect, type Socket } from 'node:net'

/** Writes `pieces` in order and returns what was received until the connection closed. */
export function exchangeRaw(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      for (const piece of pieces) socket.write(piece)
    })
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(text))
    socket.on('error', () => resolve(text))
  })
}

/** What a client receives that reads only after it has written all, or the error that it meets. */
export function writeThenRead(port: number, request: string): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', ({ message }) => resolve(message))
    socket.on('close', () => resolve(text))
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    socket.on('end', () => socket.end())
    socket.write(request, () => socket.resume())
    socket.pause()
  })
}

/** An open connection with the bytes received so far. */
/** `localAddress`: that of the client; Linux has all of 127.0.0.0/8. */
export function openRaw(
  port: number,
  localAddress = '127.0.0.1',
): Promise<{ readonly socket: Socket; readonly text: () => string }> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
      resolve({ socket, text: () => text }),
    )
    socket.on('data', bytes => {
      text += bytes.toString('latin1')
    })
    socket.on('error', () => {})
  })
}

/** A request as text; `close` adds `connection: close`. */
export function rawRequest(
  method: string,
  path: string,
  headers: readonly string[] = [],
  body?: string,
): string {
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  return `${method} ${path} HTTP/1.1\r\n${['host: localhost', ...headers, ...length].join('\r\n')}\r\n\r\n${body ?? ''}`
}
