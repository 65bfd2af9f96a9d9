// Fetches and caches the JWKS of an issuer. Concurrent requests share one fetch. Tokens with unknown keys trigger a
// refetch, but with a cooldown: senders of such tokens must not make the gateway flood the issuer.

import { type Failure, isFailure } from '../../../values/failures.ts'
import type { CheckPorts, ServiceReply } from '../../check.ts'
import { callServiceForJson, type ServiceError } from '../call-service.ts'
import { type KeySet, parseKeySet } from './verify-token.ts'

export interface KeySource {
  /** The cached or fetched keys, or why there are none. */
  readonly keys: (ports: CheckPorts) => Promise<KeySet | ServiceError>
  /** Newer keys when the token's key is not in `known`; undefined when there are none. */
  readonly newerKeys: (cached: KeySet, ports: CheckPorts) => Promise<KeySet | undefined>
}

/** Maximum size of a JWKS in bytes. */
const MAX_RESPONSE_BYTES = 256 * 1024
/**
 * Cooldowns in milliseconds: after a fetch until an unknown key triggers another, and after a failure until anything
 * does.
 */
const REFETCH_COOLDOWN = 30_000
const FAILURE_COOLDOWN = 5_000

const SERVICE = 'The JWKS endpoint'

type FetchOutcome = KeySet | ServiceError | 'given up'

/** @param maxAge cache time in milliseconds; older keys stay in use while no others can be fetched */
export function createJwksClient(url: string, maxAge: number): KeySource {
  let cached: KeySet | undefined
  let cachedAt = 0
  let lastError: ServiceError | undefined
  let failedAt = 0
  let inFlight: Promise<FetchOutcome> | undefined

  const fetchKeys = async (ports: CheckPorts): Promise<FetchOutcome> => {
    let lastReply: ServiceReply | Failure | undefined
    const request = {
      method: 'GET',
      url,
      headers: ['accept', 'application/json'],
      maxBytes: MAX_RESPONSE_BYTES,
    }
    const response = await callServiceForJson(
      SERVICE,
      { ...request, requireHttps: true },
      {
        callService: async serviceRequest => {
          lastReply = await ports.callService(serviceRequest)
          return lastReply
        },
      },
    )
    if (
      lastReply !== undefined &&
      isFailure(lastReply) &&
      lastReply.code === 'timeout' &&
      lastReply.cause === undefined
    )
      return 'given up'
    const keys = 'fault' in response ? response : parseKeySet(response.json, SERVICE)
    if ('fault' in keys) {
      lastError = keys
      failedAt = ports.monotonic()
    } else {
      cached = keys
      cachedAt = ports.monotonic()
      lastError = undefined
    }
    return keys
  }

  /** A fetch is cancelled with the evaluation that started it; another waiting evaluation then retries it. */
  const fetchShared = async (ports: CheckPorts): Promise<KeySet | ServiceError> => {
    for (;;) {
      const isOwnFetch = inFlight === undefined
      inFlight ??= fetchKeys(ports).finally(() => {
        inFlight = undefined
      })
      const outcome = await inFlight
      if (outcome !== 'given up') return outcome
      if (isOwnFetch) return { fault: `${SERVICE} was not reached before the evaluation ended.` }
    }
  }

  const hasJustFailed = (now: number): boolean => lastError !== undefined && now - failedAt < FAILURE_COOLDOWN

  return {
    keys: async ports => {
      const now = ports.monotonic()
      if (cached !== undefined && now - cachedAt < maxAge) return cached
      if (lastError !== undefined && hasJustFailed(now)) return cached ?? lastError
      const outcome = await fetchShared(ports)
      return 'fault' in outcome ? (cached ?? outcome) : outcome
    },
    newerKeys: async (used, ports) => {
      if (cached !== undefined && cached !== used) return cached
      const now = ports.monotonic()
      if (now - cachedAt < REFETCH_COOLDOWN || hasJustFailed(now)) return undefined
      const outcome = await fetchShared(ports)
      return 'fault' in outcome ? undefined : outcome
    },
  }
}
