// Tunnels to providers. undici hides the response when a provider rejects an upgrade, so the handshake uses Node's own
// HTTP client; the connection is made by the same connectors, and so under the same SSRF guard.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import type { buildConnector } from 'undici'
import type { Headers } from '../headers.ts'
import type { Connect, Tunnel } from '../ports.ts'
import type { ByteSink, ByteStream } from '../streams/byte-stream.ts'
import { failureOf } from './failure-of.ts'

const NO_HTTP = Object.assign(new Error('The status is invalid.'), { code: 'HPE_INVALID_STATUS' })

/** `connectorOf` returns the connector for hosts that must be public or trusted, or for the others. */
export function createConnect(connectorOf: (guarded: boolean) => buildConnector.connector): Connect {
  return ({ origin, path, headers, guarded }, receiver) => {
    const url = new URL(origin)
    let over = false
    let giveUp = (): void => {}
    const fail = (error: unknown): void => {
      if (over) return
      over = true
      receiver.fail(failureOf(error, false))
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
    connectorOf(guarded)(options as buildConnector.Options, (...[error, socket]) => {
      if (error !== null) return fail(error)
      if (over) return void socket.destroy()
      let asked: ClientRequest
      try {
        asked = httpRequest({
          method: 'GET',
          path,
          setDefaultHeaders: false,
          headers: ['host', url.host, ...headers],
          createConnection: () => socket,
        })
      } catch (unwritable) {
        socket.destroy()
        return fail(unwritable)
      }
      giveUp = () => {
        asked.destroy()
        socket.destroy()
      }
      asked.on('error', fail)
      asked.on('response', response => {
        const { statusCode: status = 0 } = response
        if (status < 200) asked.destroy(NO_HTTP)
        if (over || status < 200) return
        over = true
        receiver.reply({
          status,
          headers: response.rawHeaders,
          body: streamOf(response),
        })
      })
      asked.on('upgrade', (response, stream, first) => {
        if (over) return void stream.destroy()
        over = true
        receiver.open(tunnelOf(response.rawHeaders, stream, first))
      })
      asked.end()
    })
    return () => {
      over = true
      giveUp()
    }
  }
}

function tunnelOf(headers: Headers, stream: Duplex, first: Buffer): Tunnel {
  if (first.length > 0) stream.unshift(first)
  return {
    headers,
    incoming: streamOf(stream),
    write: bytes => stream.writable && stream.write(bytes),
    drained: action => void stream.once('drain', action),
    end: () => void stream.end(),
  }
}

/** A Node readable as a byte stream. */
function streamOf(source: Duplex | IncomingMessage): ByteStream {
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
        if (open) sink.chunk(bytes)
      })
      source.on('end', () => close(() => sink.end()))
      source.on('error', error => close(() => sink.fail(failureOf(error, true))))
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
