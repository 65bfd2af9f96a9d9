// Reports a usage limit that has reached its threshold: an event, and a request to the webhook of the manifest.
import { encodeJson } from '../values/body/splice.ts'
import type { Cancellation } from '../values/cancellation.ts'
import { JSON_HEADERS } from '../values/error-reply.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import { post } from '../values/post.ts'
import { NANO_DOLLARS } from './limit-headers.ts'
import type { LinkedPolicy } from './linked-policy.ts'
import type { UsageAlert } from './policy-counter.ts'

export interface AlertParts {
  readonly ports: Pick<Ports, 'upstream' | 'clock'>
  /** Runs work beside requests; false when it cannot. */
  readonly run: (work: (cancellation: Cancellation) => Promise<void>) => boolean
  readonly onEvent: (event: GatewayEvent) => void
  /** The URL of the webhook now; undefined without one. */
  readonly webhook: () => string | undefined
}

export function createAlertSender({ ports, run, onEvent, webhook }: AlertParts) {
  return (alert: UsageAlert): void => {
    const report = (message: string): void => onEvent({ kind: 'alert', policy: alert.policy.name, message })
    report(`The usage limit "${alert.policy.name}" has reached its alert_threshold.`)
    const url = webhook()
    if (url === undefined) return
    const isQueued = run(async cancellation => {
      const body = alertBody(alert)
      const error = await post({ url, headers: JSON_HEADERS, body }, ports, cancellation.onCancel)
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
