// Pass-through to any other path of a provider: bytes, status and headers as received, both ways (semantics, section
// 16). Only the slug is removed from a JSON body's model, since providers do not know the gateway's slugs.
import { encodeJson, spliceFields } from '../body/splice.ts'
import type { Call, Reply } from '../call.ts'
import { type Failure, isFailure } from '../failures.ts'
import { type Headers, headerValue } from '../headers.ts'
import type { UpstreamRequest } from '../ports.ts'
import { failureReply } from '../reply.ts'
import { collect } from '../streams/collect.ts'
import { idleLimit } from '../streams/idle-limit.ts'
import { exchange } from './exchange.ts'
import { maskBytes, maskFailure, withSentToken } from './mask-credentials.ts'
import { noteAttempt } from './note-attempt.ts'
import { passedHeaders } from './outgoing.ts'
import type { Parts } from './parts.ts'
import { endToEnd } from './reply-headers.ts'
import { isUnsignable, sign, unsignable } from './sign.ts'
import { takeRest } from './take-rest.ts'
import type { Target } from './target.ts'

/** Sends the call unchanged to a path below the base URL; the reply is committed to with its headers. */
export async function passThrough(
  call: Call,
  path: string,
  target: Target,
  at: string,
  milliseconds: number,
  { ports, gateway, tokens }: Parts,
): Promise<Reply> {
  if (isUnsignable(call, target)) return failureReply(unsignable(target), at, target.row.id)
  const body = call.body.bytes.length === 0 ? undefined : bodyWithoutSlug(call)
  const unsigned: UpstreamRequest = {
    method: call.method,
    origin: target.origin,
    path: target.prefix + (call.resource === undefined ? ownPath(path, target) : path),
    headers: withBeta(passedHeaders(call, target, gateway.headerPrefix), call, target),
    body,
    guarded: target.guarded,
    rest: takeRest(call, body?.length ?? 0),
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, ports, tokens)
  if (isFailure(request)) return failureReply(maskFailure(request, target.mask), at, target.row.id)
  const failed = (reason: Failure): Reply =>
    failureReply({ ...reason, message: `${target.row.name}: ${reason.message}` }, at, target.row.id)
  const started = ports.clock.now()
  const reply = await exchange<Reply>(
    request,
    call,
    milliseconds,
    ports,
    ({ status, headers, body }, settle) => {
      const about = {
        status,
        headers: endToEnd(headers, gateway.headerPrefix),
        at,
        provider: target.row.id,
        retries: 0,
        cache: undefined,
      }
      const limited = idleLimit(body, ports.clock, gateway.limits.idle_timeout, reason => {
        call.record.broken = reason
      })
      if (call.resource === undefined || status < 400) return settle({ ...about, body: limited })
      // An error of a known route may repeat the credential.
      const mask = withSentToken(target.mask, request.headers)
      const finish = (bytes: Uint8Array | Failure): void =>
        settle(isFailure(bytes) ? failed(bytes) : { ...about, body: maskBytes(bytes, mask) })
      collect(limited, gateway.limits.reply_bytes, finish, call.memory)
    },
    failed,
  )
  noteAttempt(call, at, reply, target, ports.clock.now() - started)
  return reply
}

/** Some providers require a parameter in every path: their API version. */
const ownPath = (path: string, { adapter, settings }: Target): string =>
  adapter?.passedPath?.(path, settings) ?? path

/** The vendor serves its older Assistants routes only with a beta header. */
const OF_ASSISTANTS = /^\/(assistants|threads)(\/|\?|$)/
const BETA = 'openai-beta'

function withBeta(headers: Headers, { path }: Call, { adapter }: Target): Headers {
  if (adapter !== undefined || !OF_ASSISTANTS.test(path) || headerValue(headers, BETA) !== undefined)
    return headers
  return [...headers, BETA, 'assistants=v2']
}

function bodyWithoutSlug(call: Call): Uint8Array {
  const fields = call.slug === undefined || call.body.form !== undefined ? undefined : call.body.fields()
  if (fields === undefined || isFailure(fields)) return call.body.bytes
  return spliceFields(call.body.bytes, fields, [{ name: 'model', value: encodeJson(call.model) }])
}
