// Fetches media that a request references by URL, for dialects that take bytes only: under the SSRF guard, limited in
// number, size and time. A URL that cannot be fetched fails the call and is named in the error.

import { toBase64 } from '../../../schemas/values/base64.ts'
import type { Media } from '../../values/adapter.ts'
import { type ByteStream, readAll } from '../../values/byte-stream.ts'
import type { Call } from '../../values/call.ts'
import { createCancellation } from '../../values/cancellation.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { headerValue, IDENTITY } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import { sendAttempt } from './exchange.ts'

/** Maximum URLs per request, and maximum bytes of each and of all of them. */
const MAX_LINKS = 20
const MAX_BYTES = 20 * 1024 * 1024
const MAX_TOTAL_BYTES = 40 * 1024 * 1024
const ACCEPT: readonly string[] = ['accept', 'image/*, audio/*, video/*, application/pdf, text/plain']

type FetchResult = ReadonlyMap<string, Media> | Failure

/** `milliseconds` limits each fetch. A repeated URL is fetched once; when one fails the others are cancelled. */
export async function fetchMedia(
  links: readonly string[],
  call: Call,
  milliseconds: number,
  ports: Pick<Ports, 'upstream' | 'clock'>,
): Promise<FetchResult> {
  const distinct = [...new Set(links)]
  if (distinct.length > MAX_LINKS)
    return failure('invalid_request', `The request references more than ${MAX_LINKS} URLs.`)
  const cancellation = createCancellation()
  const unsubscribe = call.cancellation.onCancel(() => cancellation.cancel())
  const all = { call: { ...call, cancellation }, milliseconds, ports, left: MAX_TOTAL_BYTES }
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

/** State shared by the fetches of one request. */
interface SharedFetch {
  readonly call: Call
  readonly milliseconds: number
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
  /** Remaining bytes for all of them. */
  left: number
}

function fetchOne(link: string, all: SharedFetch): Promise<Media | Failure> {
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return Promise.resolve(notFetched(link, 'it is not an http or https URL, or contains a credential'))
  const request = {
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: [...ACCEPT, ...IDENTITY],
    body: undefined,
    hostAuthor: 'remote' as const,
  }
  return sendAttempt<Media | Failure>(request, all.call, all.milliseconds, all.ports, {
    receive: ({ status, headers, body }, settle) => {
      const type = mediaType(headerValue(headers, 'content-type'))
      const reason =
        status !== 200 ? `the server replied with status ${status}` : type === undefined ? NOT_MEDIA : ''
      if (reason !== '' || type === undefined) {
        body.cancel()
        return settle(notFetched(link, reason))
      }
      readAll(counted(body, all), MAX_BYTES, bytes =>
        settle(
          isFailure(bytes)
            ? notFetched(link, bytes.cause === 'too-large' ? TOO_LARGE : 'the response was truncated')
            : { mediaType: type, base64: toBase64(bytes) },
        ),
      )
    },
    fail: ({ message }) => notFetched(link, message.replace(/\.$/, '')),
  })
}

/** A body that counts against the total size. */
const counted = (body: ByteStream, all: SharedFetch): ByteStream => ({
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

const TOO_LARGE = `it is larger than ${MAX_BYTES} bytes, or all files together are larger than ${MAX_TOTAL_BYTES}`
const NOT_MEDIA = 'it is not an image, audio, video, PDF or plain text'

/** The media type without parameters, where it is supported. */
function mediaType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  return type !== undefined && /^(image|audio|video)\/[\w.+-]+$|^application\/pdf$|^text\/plain$/.test(type)
    ? type
    : undefined
}

const notFetched = (link: string, reason: string): Failure =>
  failure('invalid_request', `${quoted(formatUrl(link))} could not be fetched: ${reason}.`, {
    param: 'messages',
  })

/** URLs may contain signatures in the query and passwords before the host: neither is repeated. */
function formatUrl(link: string): string {
  const url = URL.canParse(link) ? new URL(link) : undefined
  return url === undefined ? (link.split(/[?#@]/, 1)[0] ?? '') : url.origin + url.pathname
}
