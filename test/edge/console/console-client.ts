// A browser as the console sees it, without a page: cookies, the token of the session, and the headers that browsers set.
import { request as send } from 'node:http'

export interface ConsoleResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  /** The parsed body; an empty object if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of replies without their types.
  readonly body: any
}

export interface ConsoleClient {
  readonly cookies: Map<string, string>
  /** The token that the page has. */
  csrf: string | undefined
  /** `headers` replace those of a browser; an empty string removes one. */
  readonly request: (
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<ConsoleResponse>
  readonly signIn: (key: string) => Promise<ConsoleResponse>
}

/** `host`: the name in the address bar. */
export function createConsoleClient(port: number, host = `localhost:${port}`): ConsoleClient {
  const cookies = new Map<string, string>()
  const client: ConsoleClient = {
    cookies,
    csrf: undefined,
    request: async (method, path, { body, headers = {} } = {}) => {
      const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
      const all = {
        host,
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && { origin: `http://${host}` }),
        ...(cookie !== '' && { cookie }),
        ...(client.csrf !== undefined && { 'x-portolan-csrf': client.csrf }),
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...headers,
      }
      const reply = await exchange(port, method, path, all, text)
      for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/Max-Age=0\b/.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      if (typeof reply.body.csrf === 'string') client.csrf = reply.body.csrf
      return reply
    },
    signIn: key => client.request('POST', '/console/session', { body: { key } }),
  }
  return client
}

function exchange(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<ConsoleResponse> {
  // Each on a connection of its own, so that every thread gets some of them.
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
  return new Promise((resolve, reject) => {
    const request = send({ host: '127.0.0.1', port, method, path, headers: sent, agent: false }, response => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parse(text) })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
