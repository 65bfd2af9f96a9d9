// One request to a secret manager: small, bounded in time, under the host rules of the operator.
import { isObject, type Json, parseJson } from '../../../schemas/values/json.ts'
import { type SecretFault, secretFault } from '../../control/resources/secret-references/secret-source.ts'
import { readAll } from '../../values/byte-stream.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { UpstreamRequest } from '../../values/ports.ts'
import { isTransientStatus } from '../../values/token-refusal.ts'
import type { SecretPorts } from './secret-ports.ts'

export interface SecretReply {
  readonly status: number
  readonly body: Json | undefined
  readonly fault?: never
}

const TIMEOUT = 8000
const MAX_REPLY = 1024 * 1024

const decoder = new TextDecoder('utf-8')

export const sendSecretRequest = (
  { upstream, clock, hostAuthor = 'operator' }: Pick<SecretPorts, 'upstream' | 'clock' | 'hostAuthor'>,
  request: Pick<UpstreamRequest, 'method' | 'origin' | 'path' | 'headers' | 'body'>,
): Promise<SecretReply | SecretFault> =>
  new Promise(resolve => {
    const finish = (result: SecretReply | SecretFault): void => {
      stop()
      resolve(result)
    }
    const fail = (reason: Failure): void =>
      finish(
        secretFault(
          // Rules of the manifest do not change by waiting.
          reason.code === 'blocked_host' ? 'denied' : 'unreachable',
          `${request.origin} cannot be reached: ${reason.message}`,
        ),
      )
    const stop = clock.after(TIMEOUT, () => {
      abort()
      resolve(
        secretFault('unreachable', `${request.origin} has not answered within ${TIMEOUT / 1000} seconds.`),
      )
    })
    const abort = upstream(
      { ...request, hostAuthor },
      {
        fail,
        reply: ({ status, body }) =>
          readAll(body, MAX_REPLY, bytes => {
            if (isFailure(bytes)) fail(bytes)
            else finish({ status, body: parseJson(decoder.decode(bytes)) })
          }),
      },
    )
  })

/** What a status means where the manager gives no better reason. */
export function faultOfStatus(
  manager: string,
  { status, body }: Pick<SecretReply, 'status' | 'body'>,
): SecretFault {
  if (status === 401 || status === 403)
    return secretFault(
      'denied',
      `${manager} does not allow this gateway to read the secret (status ${status}).`,
    )
  // A page of a proxy does not say that the secret was deleted.
  if (status === 404 && isObject(body)) return secretFault('absent', `${manager} has no such secret.`)
  return secretFault(
    isTransientStatus(status) ? 'unreachable' : 'malformed',
    `${manager} answers with status ${status}.`,
  )
}

/** Why there is no token: the manager is unavailable, or does not know this gateway. */
export const faultOfToken = ({ code, message }: Failure): SecretFault =>
  secretFault(code === 'timeout' || code === 'upstream_unreachable' ? 'unreachable' : 'denied', message)
