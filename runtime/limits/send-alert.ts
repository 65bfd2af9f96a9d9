// Reports a usage limit that has reached its threshold: an event, and a request to the webhook of the manifest.

import { encodeJson } from '../values/body/splice.ts'
import { readAll } from '../values/byte-stream.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import type { GatewayEvent } from '../values/event.ts'
import { IDENTITY } from '../values/headers.ts'
import type { Ports } from '../values/ports.ts'
import { NANO_DOLLARS } from './limit-headers.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import type { UsageAlert } from './policy-entry.ts'

export interface AlertParts {
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
  /** Runs work beside requests; false when it cannot. */
  readonly run: (work: (cancellation: Cancellation) => Promise<void>) => boolean
  readonly onEvent: (event: GatewayEvent) => void
  /** The URL of the webhook now; undefined without one. */
  readonly webhook: () => string | undefined
}

/** Milliseconds that the webhook may take. */
const TIME_LIMIT = 10_000
const MAX_REPLY = 65_536

export function createAlertSender({ ports, run, onEvent, webhook }: AlertParts) {
  return (alert: UsageAlert): void => {
    const report = (message: string): void => onEvent({ kind: 'alert', policy: alert.policy.name, message })
    report(`The usage limit "${alert.policy.name}" has reached its alert_threshold.`)
    const url = webhook()
    if (url === undefined) return
    const isQueued = run(async cancellation => {
      const error = await post(url, alertBody(alert), ports, cancellation)
      if (error !== undefined) report(`The alert of "${alert.policy.name}" was not delivered: ${error}.`)
    })
    if (!isQueued) report(`The alert of "${alert.policy.name}" was not sent: too many are on their way.`)
  }
}

function alertBody({ policy, entity, used, resetsAt }: UsageAlert): Uint8Array {
  const { id, name, measure, limit, alertThreshold = 0 } = policy
  return encodeJson({
    object: 'usage_limit_alert',
    policy: { id, name, type: measure },
    entity: entity === '' ? null : entity,
    current_usage: amountOf(policy, used),
    alert_threshold: amountOf(policy, alertThreshold),
    credit_limit: amountOf(policy, limit),
    next_usage_reset_at: resetsAt === undefined ? null : new Date(resetsAt).toISOString(),
  })
}

const amountOf = ({ measure }: LinkedPolicy, amount: number): number =>
  measure === 'cost' ? amount / NANO_DOLLARS : amount

/** Resolves with a short reason where it was not accepted. The URL may be a secret, so it is never repeated. */
function post(
  url: string,
  body: Uint8Array,
  { upstream, clock }: AlertParts['ports'],
  cancellation: Cancellation,
): Promise<string | undefined> {
  if (!URL.canParse(url)) return Promise.resolve('its URL is malformed')
  const { origin, pathname, search, username, password } = new URL(url)
  if (username !== '' || password !== '') return Promise.resolve('its URL contains a credential')
  return new Promise(resolve => {
    const settle = (reason?: string): void => {
      stopTimer()
      unsubscribe()
      resolve(reason)
    }
    let stopTimer = (): void => {}
    let unsubscribe = (): void => {}
    const cancel = upstream(
      {
        method: 'POST',
        origin,
        path: pathname + search,
        headers: [...JSON_HEADERS, ...IDENTITY],
        body,
        hostAuthor: 'operator',
      },
      {
        reply: ({ status, body: reply }) =>
          readAll(reply, MAX_REPLY, () =>
            settle(status < 300 ? undefined : `it replied with status ${status}`),
          ),
        fail: ({ cause, code }) => settle(`it could not be reached (${cause ?? code})`),
      },
    )
    const abandon = (reason: string) => (): void => {
      cancel()
      settle(reason)
    }
    stopTimer = clock.after(TIME_LIMIT, abandon('it did not reply in time'))
    unsubscribe = cancellation.onCancel(abandon('the gateway is stopping'))
  })
}
