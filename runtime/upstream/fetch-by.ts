// `fetch` for stores that were written for the platform's, sent by a client of the gateway: as far as object storage and the API of
// another gateway use it. Redirects are never followed.
import { readAll } from '../values/byte-stream.ts'
import { isFailure } from '../values/failures.ts'
import type { Upstream } from '../values/ports.ts'

/** Bytes of a reply. */
const MAX_REPLY = 1024 * 1024 * 1024
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

export const fetchBy =
  (upstream: Upstream): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, search } = new URL(request.url)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const { signal } = request
    return await new Promise<Response>((resolve, reject) => {
      const cancel = upstream(
        {
          method: request.method,
          origin,
          path: `${pathname}${search}`,
          headers: [...request.headers].flat(),
          body: bytes.length === 0 ? undefined : bytes,
          // Only the operator sets the address of a store, as that of a database.
          hostAuthor: 'catalog',
        },
        {
          fail: failed => reject(new Error(failed.message)),
          reply: ({ status, headers, body }) =>
            readAll(body, MAX_REPLY, read => {
              if (isFailure(read)) return reject(new Error(read.message))
              const pairs = headers.flatMap((name, at): [string, string][] =>
                at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : [],
              )
              resolve(
                new Response(WITHOUT_BODY.has(status) ? null : Buffer.from(read), { status, headers: pairs }),
              )
            }),
        },
      )
      signal.addEventListener('abort', () => {
        cancel()
        reject(signal.reason)
      })
    })
  }
