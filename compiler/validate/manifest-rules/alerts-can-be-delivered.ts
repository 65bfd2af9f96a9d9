// The webhook of alerts is at a host that may be called.
import { looksLikeReference } from '../../facts/secret.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { reportBlockedHost } from '../services/blocked-host.ts'
import { ownProperty } from '../values/json-values.ts'

export const alertsCanBeDelivered: ManifestRule = (context, report) => {
  const webhook = ownProperty(ownProperty(context.manifest, 'alerts'), 'webhook')
  if (typeof webhook === 'string' && !looksLikeReference(webhook) && URL.canParse(webhook))
    reportBlockedHost(context, 'The webhook of alerts', new URL(webhook), '/alerts/webhook', report)
}
