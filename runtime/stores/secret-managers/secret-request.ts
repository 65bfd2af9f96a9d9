// One request to a secret manager: small, bounded in time, under the host rules of the operator.
import { type Json, parseJson } from '../../../schemas/values/json.ts'
import { type SecretFault, secretFault } from '../../control/secrets/secret-source.ts'
import { readAll } from '../../values/byte-stream.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports, UpstreamRequest } from '../../values/ports.ts'

export interface SecretReply {
  readonly status: number
  readonly body: Json | undefined
  readonly fault?: never
}

const TIMEOUT = 8000
const MAX_REPLY = 1024 * 1024

const decoder = new TextDecoder('utf-8')

export const sendSecretRequest = (
  { upstream, clock }: Pick<Ports, 'upstream' | 'clock'>,
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
      { ...request, hostAuthor: 'operator' },
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

/** What a status says where the manager has no better words. */
export function faultOfStatus(manager: string, status: number): SecretFault {
  if (status === 401 || status === 403)
    return secretFault(
      'denied',
      `${manager} does not allow this gateway to read the secret (status ${status}).`,
    )
  if (status === 404) return secretFault('absent', `${manager} has no such secret.`)
  return status === 429 || status >= 500
    ? secretFault('unreachable', `${manager} answers with status ${status}.`)
    : secretFault('malformed', `${manager} answers with status ${status}.`)
}

/** Why there is no token: the manager is away, or does not know this gateway. */
export const faultOfToken = ({ code, message }: Failure): SecretFault =>
  secretFault(code === 'timeout' || code === 'upstream_unreachable' ? 'unreachable' : 'denied', message)
