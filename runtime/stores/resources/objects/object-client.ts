// Signed requests for objects, sent again where the service was busy or the connection failed. Only requests that may be
// repeated are: a conditional write looks at the object before trying again.
import { createHash, createHmac } from 'node:crypto'
import { StoreError } from '../../../control/core/store-error.ts'
import { signRequest } from '../../../values/aws-signature/sign-request.ts'
import type { Clock } from '../../../values/ports.ts'
import { encodePart, type ObjectsAddress } from './objects-address.ts'

export interface FoundObject {
  readonly bytes: Uint8Array
  readonly etag: string
}

/** What the object must be for a write: one with this ETag, or none. */
export type WriteCondition = { readonly etag: string } | 'absent'

export interface ObjectClient {
  /** Undefined if there is none; `same` if it still has the ETag. */
  readonly get: (key: string, etag?: string) => Promise<FoundObject | undefined | 'same'>
  readonly put: (key: string, bytes: Uint8Array) => Promise<void>
  /** Leaves an object as it is that is there already. */
  readonly putNew: (key: string, bytes: Uint8Array) => Promise<void>
  /** `failed` if the condition does not hold; `unknown` if the reply was lost or there was none in time. */
  readonly putIf: (
    key: string,
    bytes: Uint8Array,
    condition: WriteCondition,
  ) => Promise<'written' | 'failed' | 'unknown'>
  /** The keys that begin with a prefix. */
  readonly list: (prefix: string) => Promise<readonly string[]>
}

/** Milliseconds that one request may take. */
const TIMEOUT = 10_000
const TRIES = 5
/** Milliseconds before the second try, which double each time. */
const PAUSE = 100

/** The service is busy, or has failed in a way that passes. */
const isBusy = (status: number): boolean => status === 429 || status >= 500

interface Reply {
  readonly status: number
  readonly etag: string | undefined
  readonly bytes: Uint8Array
}

export function createObjectClient(
  { name, origin, path, bucketPath, prefix, signer }: ObjectsAddress,
  clock: Clock,
  fetchObject: typeof fetch,
): ObjectClient {
  const send = async (
    method: string,
    target: string,
    headers: readonly string[],
    body: Uint8Array,
  ): Promise<Reply> => {
    const all = ['host', new URL(origin).host, ...headers]
    const added = signRequest(
      { method, path: target, headers: all, body },
      signer,
      { normalize: false, pathAsSent: true, sendBodyHash: true },
      {
        now: clock.now(),
        hash: bytes => createHash('sha256').update(bytes).digest('hex'),
        keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
      },
    )
    const pairs = [...headers, ...added]
    const response = await fetchObject(`${origin}${target}`, {
      method,
      headers: pairs.flatMap((each, at): [string, string][] =>
        at % 2 === 0 ? [[each, pairs[at + 1] ?? '']] : [],
      ),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(method === 'PUT' ? { body: Buffer.from(body) } : {}),
    })
    return {
      status: response.status,
      etag: response.headers.get('etag') ?? undefined,
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
  }

  const failure = (reason: string): StoreError =>
    new StoreError('unavailable', `The store ${name} cannot be used: ${reason}.`)

  const sendUntilDone = async (
    method: string,
    target: string,
    headers: readonly string[] = [],
    body: Uint8Array = new Uint8Array(0),
  ): Promise<Reply> => {
    for (let count = 1; ; count += 1) {
      const reply = await send(method, target, headers, body).catch((error: unknown) => reasonOf(error))
      const isLast = count === TRIES
      // 409: another request writes the same object at this time.
      if (typeof reply !== 'string' && !isBusy(reply.status) && reply.status !== 409) return reply
      if (isLast) throw failure(typeof reply === 'string' ? reply : replyReason(reply))
      await new Promise<void>(resolve => clock.after(PAUSE * 2 ** (count - 1), resolve))
    }
  }
  const pathOf = (key: string): string => `${path}${key.split('/').map(encodePart).join('/')}`

  return {
    get: async (key, etag) => {
      const headers = etag === undefined ? [] : ['if-none-match', etag]
      const reply = await sendUntilDone('GET', pathOf(key), headers)
      if (reply.status === 304) return 'same'
      if (reply.status === 404 && errorCode(reply) !== 'NoSuchBucket') return undefined
      if (reply.status !== 200 || reply.etag === undefined) throw failure(replyReason(reply))
      return { bytes: reply.bytes, etag: reply.etag }
    },
    put: async (key, bytes) => {
      const reply = await sendUntilDone('PUT', pathOf(key), [], bytes)
      if (reply.status !== 200) throw failure(replyReason(reply))
    },
    putNew: async (key, bytes) => {
      const reply = await sendUntilDone('PUT', pathOf(key), ['if-none-match', '*'], bytes)
      if (reply.status !== 200 && reply.status !== 412) throw failure(replyReason(reply))
    },
    putIf: async (key, bytes, condition) => {
      const headers = condition === 'absent' ? ['if-none-match', '*'] : ['if-match', condition.etag]
      const reply = await send('PUT', pathOf(key), headers, bytes).catch(() => 'unknown' as const)
      if (reply === 'unknown' || isBusy(reply.status)) return 'unknown'
      if (reply.status === 200) return 'written'
      // Another write was under way, or the object is gone that was to be replaced.
      const isGone = reply.status === 404 && errorCode(reply) === 'NoSuchKey'
      if (reply.status === 412 || reply.status === 409 || isGone) return 'failed'
      throw failure(replyReason(reply))
    },
    list: async below => {
      const keys: string[] = []
      let token: string | undefined
      do {
        const query = new Map([
          ['encoding-type', 'url'],
          ['list-type', '2'],
          ['prefix', `${prefix}${below}`],
          ...(token === undefined ? [] : [['continuation-token', token] as const]),
        ])
        const text = [...query].map(([key, value]) => `${key}=${encodePart(value)}`).join('&')
        const reply = await sendUntilDone('GET', `${bucketPath}?${text}`)
        if (reply.status !== 200) throw failure(replyReason(reply))
        const page = Buffer.from(reply.bytes).toString()
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
          keys.push(decodeURIComponent(key.replaceAll('+', ' ')).slice(prefix.length))
        token = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
      } while (token !== undefined)
      return keys
    },
  }
}

const errorCode = ({ bytes }: Reply): string | undefined =>
  /<Code>(\w+)<\/Code>/.exec(Buffer.from(bytes).toString())?.[1]

function replyReason(reply: Reply): string {
  const code = errorCode(reply)
  return `the service replies ${reply.status}${code === undefined ? '' : ` ${code}`}`
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error ? cause.message : String(cause)
  return (reason || 'the connection failed').replace(/\.$/, '')
}
