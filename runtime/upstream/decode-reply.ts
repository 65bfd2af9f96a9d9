// Replies with a content coding. The gateway asks for none where it reads the body, but some servers compress all the
// same: the body is decoded, unless its reader passes it unchanged.

import { type Failure, failure, isFailure } from '../values/failures.ts'
import { decodedHeaders, headerValue } from '../values/headers.ts'
import type { UpstreamReceiver, UpstreamReply } from '../values/ports.ts'
import { type Coding, DecodedBody } from './decoded-body.ts'

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['deflate', 'deflate'],
  ['zstd', 'zstd'],
])
/** No server applies more; each one costs a decoder. */
const MOST_CODINGS = 2

/** The reply with its body decoded, or why it cannot be. */
function decodeReply(reply: UpstreamReply, receiver: UpstreamReceiver): UpstreamReply | Failure {
  const value = headerValue(reply.headers, 'content-encoding')
  if (value === undefined) return reply
  const names = value
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '' && name !== 'identity')
  if (names.length === 0 || receiver.keepsCoding?.(reply) === true) return reply
  const codings = names.map(name => CODINGS.get(name))
  if (codings.length > MOST_CODINGS || codings.includes(undefined))
    return failure(
      'invalid_upstream_reply',
      'The reply has a content coding that the gateway does not know (decode).',
      { cause: 'decode' },
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
