// One call of an HTTP client of the gateway, as text.
import type { UpstreamClient } from '../../runtime/upstream/undici-client.ts'
import { readAll } from '../../runtime/values/byte-stream.ts'
import { type Failure, isFailure } from '../../runtime/values/failures.ts'
import type { HostAuthor, UpstreamReply } from '../../runtime/values/ports.ts'

/** `200 inside`, or `upstream_unreachable: The call failed: …`. */
export async function callBy(
  client: UpstreamClient,
  hostAuthor: HostAuthor,
  url: string,
  how: 'send' | 'connect' = 'send',
): Promise<string> {
  const { origin, pathname } = new URL(url)
  const request = { method: 'GET', origin, path: pathname, headers: [], body: undefined, hostAuthor }
  let status = 0
  const result = await new Promise<Uint8Array | Failure>(resolve => {
    const receiver = {
      fail: resolve,
      reply: (reply: UpstreamReply) => {
        status = reply.status
        readAll(reply.body, 100_000, resolve)
      },
    }
    if (how === 'send') client.send(request, receiver)
    else client.connect(request, { ...receiver, open: () => resolve(Buffer.from('open')) })
  })
  return isFailure(result)
    ? `${result.code} (${result.cause}): ${result.message}`
    : `${status} ${new TextDecoder().decode(result)}`
}
