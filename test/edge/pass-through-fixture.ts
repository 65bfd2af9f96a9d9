// A gateway in front of a provider that is called on any path, both on real sockets.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

const echo: Parameters<typeof runProvider>[0] = (request, response, body) => {
  response.writeHead(200, {
    'content-type': request.headers['content-type'] ?? 'text/plain',
    'x-seen': request.url ?? '',
  })
  response.end(body)
}

export interface Got {
  readonly status: number
  readonly message: IncomingMessage
  readonly body: Buffer
}

/** Starts them for all tests of a file; each test sets how the provider answers, or it echoes. */
export function passThroughFixture() {
  let gateway: RunningGateway
  let provider: Provider
  let answer: typeof echo = echo

  beforeAll(async () => {
    provider = await runProvider((request, response, body) => answer(request, response, body))
    const stored = { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/base/v1` }
    gateway = await runGateway(
      { providers: { main: stored }, trusted_hosts: ['127.0.0.1'], limits: { body_bytes: 20_000_000 } },
      {
        retried: { provider: '@main', retry: { attempts: 2 } },
        overridden: {
          provider: '@main',
          retry: { attempts: 2 },
          override_params: { model: 'the-model-of-the-config' },
        },
        fallback: {
          strategy: { mode: 'fallback' },
          targets: [
            { provider: 'openai', api_key: '${env:KEY}', custom_host: 'http://127.0.0.1:9/v1' },
            { provider: '@main' },
          ],
        },
        slow: { provider: '@main', request_timeout: 100 },
      },
      { KEY: 'stored-key' },
    )
  })
  afterAll(async () => {
    await gateway.stop()
    await provider.stop()
  })
  beforeEach(() => {
    answer = echo
  })

  function send(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: Buffer | string } = {},
  ): Promise<Got> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        {
          port: gateway.port,
          host: '127.0.0.1',
          method,
          path: `/v1${path}`,
          headers: { 'x-gateway-provider': '@main', ...headers },
        },
        message => {
          const pieces: Buffer[] = []
          message.on('data', (piece: Buffer) => pieces.push(piece))
          message.on('end', () =>
            resolve({ status: message.statusCode ?? 0, message, body: Buffer.concat(pieces) }),
          )
          message.on('error', reject)
        },
      )
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
  const last = () => {
    const request = provider.received.at(-1)
    if (request === undefined) throw new Error('The provider received nothing.')
    return request
  }

  return {
    send,
    last,
    get gateway() {
      return gateway
    },
    get provider() {
      return provider
    },
    set answer(next: typeof echo) {
      answer = next
    },
  }
}
