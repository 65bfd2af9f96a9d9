// Pass-through to any other path of a provider: bytes, status and headers as received, both ways (semantics, section
// 16). Only the slug is removed from a JSON body's model, since providers do not know the gateway's slugs.

import { idleLimit } from '../../streams/idle-limit.ts'
import { readAll } from '../../streams/read-all.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import type { Call, Reply } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { UpstreamRequest } from '../../values/ports.ts'
import { withoutHopByHop } from '../../values/response-headers.ts'
import type { LinkContext } from '../link-context.ts'
import { maskBytes, maskFailure, withSentToken } from '../target/mask-credentials.ts'
import { isUnsignable, sign, unsignable } from '../target/sign.ts'
import type { Target } from '../target/target.ts'
import { consumeRemainder } from './consume-remainder.ts'
import { recordAttempt } from './record-attempt.ts'
import { passThroughHeaders } from './request-headers.ts'
import { sendAttempt } from './send-attempt.ts'

/** Sends the call unchanged to a path below the base URL; the reply is committed to with its headers. */
export async function passThrough(
  call: Call,
  path: string,
  target: Target,
  targetName: string,
  milliseconds: number,
  { ports, gateway, tokens }: LinkContext,
): Promise<Reply> {
  if (isUnsignable(call, target)) return failureReply(unsignable(target), targetName, target.spec.id)
  const body = call.body.bytes.length === 0 ? undefined : bodyWithoutSlug(call)
  const unsigned: UpstreamRequest = {
    method: call.method,
    origin: target.origin,
    path: target.prefix + (call.resource === undefined ? adapterPath(path, target) : path),
    headers: withBeta(passThroughHeaders(call, target, gateway.headerPrefix), call, target),
    body,
    mustBePublic: target.mustBePublic,
    remainder: consumeRemainder(call, body?.length ?? 0),
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, ports, tokens)
  if (isFailure(request)) return failureReply(maskFailure(request, target.mask), targetName, target.spec.id)
  const failed = (reason: Failure): Reply =>
    failureReply({ ...reason, message: `${target.spec.name}: ${reason.message}` }, targetName, target.spec.id)
  const started = ports.clock.now()
  const reply = await sendAttempt<Reply>(
    request,
    call,
    milliseconds,
    ports,
    ({ status, headers, body }, settle) => {
      const about = {
        status,
        headers: withoutHopByHop(headers, gateway.headerPrefix),
        target: targetName,
        provider: target.spec.id,
        retries: 0,
        cache: undefined,
      }
      const limited = idleLimit(body, ports.clock, gateway.limits.idle_timeout, reason => {
        call.record.streamError = reason
      })
      if (call.resource === undefined || status < 400) return settle({ ...about, body: limited })
      // An error of a known route may repeat the credential.
      const mask = withSentToken(target.mask, request.headers)
      const finish = (bytes: Uint8Array | Failure): void =>
        settle(isFailure(bytes) ? failed(bytes) : { ...about, body: maskBytes(bytes, mask) })
      readAll(limited, gateway.limits.reply_bytes, finish, call.memory)
    },
    failed,
  )
  recordAttempt(call, targetName, reply, target, ports.clock.now() - started)
  return reply
}

/** Some providers require a parameter in every path: their API version. */
const adapterPath = (path: string, { adapter, settings }: Target): string =>
  adapter?.passThroughPath?.(path, settings) ?? path

/** The vendor serves its older Assistants routes only with a beta header. */
const ASSISTANT_ROUTES = /^\/(assistants|threads)(\/|\?|$)/
const BETA_HEADERS = 'openai-beta'

function withBeta(headers: Headers, { path }: Call, { adapter }: Target): Headers {
  if (
    adapter !== undefined ||
    !ASSISTANT_ROUTES.test(path) ||
    headerValue(headers, BETA_HEADERS) !== undefined
  )
    return headers
  return [...headers, BETA_HEADERS, 'assistants=v2']
}

function bodyWithoutSlug(call: Call): Uint8Array {
  const fields = call.slug === undefined || call.body.form !== undefined ? undefined : call.body.fields()
  if (fields === undefined || isFailure(fields)) return call.body.bytes
  return spliceFields(call.body.bytes, fields, [{ name: 'model', value: encodeJson(call.model) }])
}
