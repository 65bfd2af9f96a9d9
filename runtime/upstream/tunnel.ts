// Tunnels to providers. undici hides the response when a provider rejects an upgrade, so the handshake uses Node's own
// HTTP client; the connection is made by the same connectors, and so under the same SSRF guard.
import { createHash } from 'node:crypto'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { buildConnector } from 'undici'
import { type ByteSink, type ByteStream, failReader } from '../values/byte-stream.ts'
import { type Headers, headerValue } from '../values/headers.ts'
import type { Connect, HostAuthor, Tunnel } from '../values/ports.ts'
import { INVALID_STATUS, LAST_STATUS, toNetworkFailure } from './network-failure.ts'

export function createConnect(
  connectors: Readonly<Record<HostAuthor, buildConnector.connector>>,
  replyHeaderBytes: number,
): Connect {
  return ({ origin, path, headers, hostAuthor }, receiver) => {
    const url = new URL(origin)
    let finished = false
    let giveUp = (): void => {}
    const fail = (error: unknown): void => {
      if (finished) return
      finished = true
      receiver.fail(toNetworkFailure(error, false))
    }
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const options = {
      hostname,
      host: url.host,
      protocol: url.protocol,
      port: url.port,
      // An IP address is not a valid server name (SNI).
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    }
    connectors[hostAuthor](options as buildConnector.Options, (...[error, socket]) => {
      if (error !== null) return fail(error)
      if (finished) return void socket.destroy()
      let upgradeRequest: ClientRequest
      try {
        upgradeRequest = httpRequest({
          method: 'GET',
          path,
          setDefaultHeaders: false,
          maxHeaderSize: replyHeaderBytes,
          headers: ['host', url.host, ...headers],
          createConnection: () => socket,
        })
      } catch (unwritable) {
        socket.destroy()
        return fail(unwritable)
      }
      giveUp = () => {
        upgradeRequest.destroy()
        socket.destroy()
      }
      upgradeRequest.on('error', fail)
      upgradeRequest.on('response', response => {
        const { statusCode: status = 0 } = response
        const isValid = status >= 200 && status <= LAST_STATUS
        if (!isValid) upgradeRequest.destroy(INVALID_STATUS)
        if (finished || !isValid) return
        finished = true
        receiver.reply({
          status,
          headers: response.rawHeaders,
          body: socketStream(response),
        })
      })
      upgradeRequest.on('upgrade', (response, stream, first) => {
        if (finished) return void stream.destroy()
        if (!isAccepted(headers, response)) {
          stream.destroy()
          return fail(NOT_ACCEPTED)
        }
        finished = true
        receiver.open(tunnelOf(response.rawHeaders, stream, first))
      })
      upgradeRequest.end()
    })
    return () => {
      finished = true
      giveUp()
    }
  }
}

/**
 * Whether the provider proves that it has read the handshake, and chose nothing that was not offered: a client could not read an extension
 * or a subprotocol that it does not know (RFC 6455, section 4.1).
 */
function isAccepted(headers: Headers, { headers: replied }: IncomingMessage): boolean {
  const key = headerValue(headers, 'sec-websocket-key')
  const proof = key && createHash('sha1').update(`${key}${HANDSHAKE}`).digest('base64')
  return (
    replied.upgrade?.toLowerCase() === 'websocket' &&
    replied['sec-websocket-accept'] === proof &&
    CHOSEN.every(name => {
      const offered = namesIn(headerValue(headers, name))
      return namesIn(replied[name]).every(chosen => offered.includes(chosen))
    })
  )
}

const CHOSEN = ['sec-websocket-extensions', 'sec-websocket-protocol'] as const

/** The names of a list, without their parameters. */
const namesIn = (list: string | undefined): readonly string[] =>
  (list ?? '').split(',').flatMap(item => item.split(';', 1)[0]?.trim() || [])

/** By which the key of a handshake is hashed (RFC 6455, section 1.3). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const NOT_ACCEPTED = Object.assign(new Error('The handshake is not accepted.'), { code: 'HPE_NOT_ACCEPTED' })

function tunnelOf(headers: Headers, stream: Duplex, first: Buffer): Tunnel {
  if (first.length > 0) stream.unshift(first)
  return {
    headers,
    incoming: socketStream(stream),
    write: bytes => stream.writable && stream.write(bytes),
    onDrain: action => void stream.once('drain', action),
    end: () => void stream.end(),
  }
}

/** A Node readable as a byte stream. */
function socketStream(source: Duplex | IncomingMessage): ByteStream {
  let open = true
  source.pause()
  // Until there is a listener, an error must not end the process.
  source.on('error', () => {})
  return {
    start: (sink: ByteSink) => {
      const close = (action: () => void): void => {
        if (!open) return
        open = false
        action()
      }
      source.on('data', (bytes: Buffer) => {
        if (!open) return
        try {
          sink.chunk(bytes)
        } catch {
          close(() => failReader(sink))
          source.destroy()
        }
      })
      source.on('end', () => close(() => sink.end()))
      source.on('error', error => close(() => sink.fail(toNetworkFailure(error, true))))
      source.on('close', () => close(() => sink.end()))
      source.resume()
    },
    pause: () => void source.pause(),
    resume: () => void source.resume(),
    cancel: () => {
      open = false
      source.destroy()
    },
  }
}
