// A receiver of OTLP in JSON, and what its spans say.
import { createServer } from 'node:http'
import { listening } from './local-servers.ts'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: object
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

export interface Posted {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A receiver of OTLP; `statuses` are the first ones that it replies with. */
export async function receiveOtlp(...statuses: number[]) {
  const posted: Posted[] = []
  const port = await listening(
    createServer((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        const status = statuses.shift() ?? 200
        if (status === 200)
          posted.push({
            path: request.url ?? '',
            headers: request.headers,
            text: Buffer.concat(pieces).toString(),
          })
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      })
    }),
  )
  const spans = (): readonly ReceivedSpan[] =>
    posted
      .filter(({ path }) => path === '/v1/traces')
      .flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans as ReceivedSpan[])
  return { endpoint: `http://127.0.0.1:${port}`, posted, spans }
}

export const valuesOf = ({ attributes }: ReceivedSpan): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
