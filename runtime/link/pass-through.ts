// Any other path of a provider: bytes, status and headers as received, both ways (semantics, section 16). Only the
// slug is taken out of a JSON body's model, since no provider knows our slugs.
import { encodeJson, spliceFields } from '../body/splice.ts'
import type { Call, Reply } from '../call.ts'
import { isFailure } from '../failures.ts'
import type { UpstreamRequest } from '../ports.ts'
import { failureReply } from '../reply.ts'
import { exchange } from './exchange.ts'
import { noteAttempt } from './note-attempt.ts'
import { passedHeaders } from './outgoing.ts'
import type { Parts } from './parts.ts'
import { endToEnd } from './reply-headers.ts'
import { sign } from './sign.ts'
import type { Target } from './target.ts'

/** Sends the call as it is; the reply is committed to with its head. */
export async function passThrough(
  call: Call,
  target: Target,
  at: string,
  milliseconds: number,
  { ports, gateway, tokens }: Parts,
): Promise<Reply> {
  const unsigned: UpstreamRequest = {
    method: call.method,
    origin: target.origin,
    path: target.prefix + call.path,
    headers: passedHeaders(call, target, gateway.headerPrefix),
    body: call.body.bytes.length === 0 ? undefined : bodyWithoutSlug(call),
    guarded: target.guarded,
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, ports, tokens)
  if (isFailure(request)) return failureReply(request, at, target.row.id)
  const started = ports.clock.now()
  const reply = await exchange<Reply>(
    request,
    call,
    milliseconds,
    ports,
    ({ status, headers, body }, settle) =>
      settle({
        status,
        headers: endToEnd(headers, gateway.headerPrefix),
        body,
        at,
        provider: target.row.id,
        retries: 0,
        cache: undefined,
      }),
    reason =>
      failureReply({ ...reason, message: `${target.row.name}: ${reason.message}` }, at, target.row.id),
  )
  noteAttempt(call, at, reply, target, ports.clock.now() - started)
  return reply
}

function bodyWithoutSlug(call: Call): Uint8Array {
  const fields = call.slug === undefined ? undefined : call.body.fields()
  if (fields === undefined || isFailure(fields)) return call.body.bytes
  return spliceFields(call.body.bytes, fields, [{ name: 'model', value: encodeJson(call.model) }])
}
