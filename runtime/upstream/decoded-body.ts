// Replies with a content coding. The gateway asks for none where it reads the body, but some servers compress anyway: the body is
// decoded, unless its reader passes it unchanged. The decoder produces pieces of bounded size and waits while its reader is paused, so a
// small body that expands to a large one takes no more memory than its reader buffers.
import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { ByteSink, ByteStream } from '../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { decodedHeaders, headerValue } from '../values/headers.ts'
import type { UpstreamReceiver, UpstreamReply } from '../values/ports.ts'

export const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['deflate', 'deflate'],
  ['zstd', 'zstd'],
])
/** No server and no client applies more; each one costs a decoder. */
export const MOST_CODINGS = 2

/** The names in a `content-encoding`, in the order in which they were applied. */
export const splitCodings = (value: string): readonly string[] =>
  value
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')

/** The reply with its body decoded, or why it cannot be. */
function decodeReply(reply: UpstreamReply, receiver: UpstreamReceiver): UpstreamReply | Failure {
  const value = headerValue(reply.headers, 'content-encoding')
  if (value === undefined) return reply
  const names = splitCodings(value)
  if (names.length === 0 || receiver.keepsCoding?.(reply) === true) return reply
  const codings = names.map(name => CODINGS.get(name))
  if (codings.length > MOST_CODINGS || codings.includes(undefined))
    return failure(
      'invalid_upstream_reply',
      'The reply has a content coding that the gateway does not know (decode).',
      { cause: 'decode', lasting: true },
    )
  // The last one was applied last, so it is the first to be decoded.
  const body = codings.reduceRight(
    (encoded, coding) => (coding === undefined ? encoded : new DecodedBody(encoded, coding)),
    reply.body,
  )
  return { status: reply.status, headers: decodedHeaders(reply.headers), body }
}

/** Passes a reply on, decoded where its receiver reads it. */
export function passReply(reply: UpstreamReply, receiver: UpstreamReceiver): void {
  const decoded = decodeReply(reply, receiver)
  if (!isFailure(decoded)) return receiver.reply(decoded)
  reply.body.cancel()
  receiver.fail(decoded)
}

export type Decoder = ReturnType<typeof createGunzip | typeof createBrotliDecompress>
export type Coding = 'gzip' | 'br' | 'deflate' | 'zstd'

/** Window of at most 8 MiB, as RFC 9659 requires of the coding: a frame may demand gigabytes. */
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } }
/** The lower half of the first byte of the zlib format. Some servers and clients send `deflate` without that format. */
const ZLIB_METHOD = 0x08

/** `first`: the first byte of the encoded bytes. */
export const decoders: { readonly [C in Coding]: (first: number) => Decoder } = {
  gzip: () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: first => ((first & 0x0f) === ZLIB_METHOD ? createInflate() : createInflateRaw()),
  zstd: () => createZstdDecompress(ZSTD),
}

export class DecodedBody implements ByteStream, ByteSink {
  readonly #body: ByteStream
  readonly #coding: Coding
  #sink: ByteSink | undefined
  #decoder: Transform | undefined
  #paused = false
  #over = false
  /** Why the encoded body ended early; told after what was decoded of it. */
  #reason: Failure | undefined

  constructor(body: ByteStream, coding: Coding) {
    this.#body = body
    this.#coding = coding
  }

  start(sink: ByteSink): void {
    this.#sink = sink
    this.#body.start(this)
  }

  pause(): void {
    this.#paused = true
    this.#decoder?.pause()
  }

  resume(): void {
    this.#paused = false
    this.#decoder?.resume()
  }

  cancel(): void {
    this.#over = true
    this.#decoder?.destroy()
    this.#body.cancel()
  }

  chunk(bytes: Uint8Array): void {
    if (this.#over || bytes.length === 0) return
    this.#decoder ??= this.#createDecoder(bytes[0] ?? 0)
    if (!this.#decoder.write(bytes)) this.#body.pause()
  }

  end(): void {
    if (this.#over) return
    if (this.#decoder === undefined) this.#finish()
    else this.#decoder.end()
  }

  fail(reason: Failure): void {
    this.#reason = reason
    this.end()
  }

  #createDecoder(first: number): Transform {
    const decoder = decoders[this.#coding](first)
    decoder.on('data', (piece: Uint8Array) => {
      if (!this.#over) this.#sink?.chunk(piece)
    })
    decoder.on('drain', () => {
      if (!this.#over) this.#body.resume()
    })
    decoder.on('end', () => this.#finish())
    decoder.on('error', error => {
      this.#reason ??= 'code' in error && error.code === UNEXPECTED_END ? CUT : UNDECODABLE
      this.#body.cancel()
      this.#finish()
    })
    if (this.#paused) decoder.pause()
    return decoder
  }

  #finish(): void {
    if (this.#over) return
    this.#over = true
    if (this.#reason === undefined) this.#sink?.end()
    else this.#sink?.fail(this.#reason)
  }
}

/** The code of zlib for a body that ends in the middle; the other formats have one for all errors. */
const UNEXPECTED_END = 'Z_BUF_ERROR'
const CUT = failure('invalid_upstream_reply', 'The call failed: the compressed reply was truncated (cut).', {
  cause: 'cut',
})
const UNDECODABLE = failure(
  'invalid_upstream_reply',
  'The call failed: the compressed reply could not be decoded (decode).',
  { cause: 'decode' },
)
