// Content that a request names by its address, for dialects that take bytes only: fetched under the outbound guard,
// with bounds on number, size and time. What cannot be fetched fails the call, by name.
import type { Call } from '../call.ts'
import { createCancellation } from '../cancellation.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import { headerValue } from '../headers.ts'
import type { Ports } from '../ports.ts'
import type { Media } from '../providers/adapter.ts'
import { toBase64 } from '../providers/wire/base64.ts'
import type { ByteStream } from '../streams/byte-stream.ts'
import { collect } from '../streams/collect.ts'
import { exchange } from './exchange.ts'

/** The most addresses that one request may name, and the most bytes that each and all of them may hold. */
const MOST_LINKS = 20
const LARGEST = 20 * 1024 * 1024
const LARGEST_SUM = 40 * 1024 * 1024
const ACCEPT: readonly string[] = ['accept', 'image/*, audio/*, video/*, application/pdf, text/plain']

type Fetched = ReadonlyMap<string, Media> | Failure

/** `milliseconds` bounds each fetch. The same address is fetched once; when one fails the others are given up. */
export async function fetchMedia(
  links: readonly string[],
  call: Call,
  milliseconds: number,
  ports: Pick<Ports, 'upstream' | 'clock'>,
): Promise<Fetched> {
  const distinct = [...new Set(links)]
  if (distinct.length > MOST_LINKS)
    return failure('invalid_request', `The request names more than ${MOST_LINKS} addresses of content.`)
  const cancellation = createCancellation()
  const unsubscribe = call.cancellation.onCancel(() => cancellation.cancel())
  const all = { call: { ...call, cancellation }, milliseconds, ports, left: LARGEST_SUM }
  const media = new Map<string, Media>()
  let failed: Failure | undefined
  await Promise.all(
    distinct.map(async link => {
      const fetched = await fetchOne(link, all)
      if (!isFailure(fetched)) return void media.set(link, fetched)
      failed ??= fetched
      cancellation.cancel()
    }),
  )
  unsubscribe()
  return failed ?? media
}

/** What the fetches of one request share. */
interface Together {
  readonly call: Call
  readonly milliseconds: number
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
  /** How many bytes all of them may still hold. */
  left: number
}

function fetchOne(link: string, all: Together): Promise<Media | Failure> {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return Promise.resolve(notFetched(link, 'it is no address that can be called'))
  const request = {
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: ACCEPT,
    body: undefined,
    guarded: true,
  }
  return exchange<Media | Failure>(
    request,
    all.call,
    all.milliseconds,
    all.ports,
    ({ status, headers, body }, settle) => {
      const type = mediaType(headerValue(headers, 'content-type'))
      const reason =
        status !== 200 ? `its server answered with status ${status}` : type === undefined ? NOT_MEDIA : ''
      if (reason !== '' || type === undefined) {
        body.cancel()
        return settle(notFetched(link, reason))
      }
      collect(counted(body, all), LARGEST, bytes =>
        settle(
          isFailure(bytes)
            ? notFetched(link, bytes.cause === 'too-large' ? TOO_LARGE : 'it broke off')
            : { mediaType: type, base64: toBase64(bytes) },
        ),
      )
    },
    ({ message }) => notFetched(link, message.replace(/\.$/, '')),
  )
}

/** A body that counts against what all of them may hold. */
const counted = (body: ByteStream, all: Together): ByteStream => ({
  pause: () => body.pause(),
  resume: () => body.resume(),
  cancel: () => body.cancel(),
  start: sink =>
    body.start({
      end: () => sink.end(),
      fail: reason => sink.fail(reason),
      chunk: bytes => {
        all.left -= bytes.length
        if (all.left >= 0) return sink.chunk(bytes)
        body.cancel()
        sink.fail(failure('invalid_request', TOO_LARGE, { cause: 'too-large' }))
      },
    }),
})

const TOO_LARGE = `it is larger than ${LARGEST} bytes, or all of them hold more than ${LARGEST_SUM}`
const NOT_MEDIA = 'what it holds is no image, sound, film, PDF or plain text'

/** The type without its parameters, where it is one of content. */
function mediaType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  return type !== undefined && /^(image|audio|video)\/[\w.+-]+$|^application\/pdf$|^text\/plain$/.test(type)
    ? type
    : undefined
}

const notFetched = (link: string, reason: string): Failure =>
  failure('invalid_request', `${quoted(shown(link))} could not be fetched: ${reason}.`, { param: 'messages' })

/** Addresses may carry signatures in their queries, and passwords before their hosts: neither is repeated. */
function shown(link: string): string {
  const url = URL.canParse(link) ? new URL(link) : undefined
  return url === undefined ? (link.split(/[?#@]/, 1)[0] ?? '') : url.origin + url.pathname
}
