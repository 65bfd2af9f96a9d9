// The webhook of alerts is at a host that may be called.
import { looksLikeReference } from '../../facts/secret.ts'
import { ownProperty } from '../json-values.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { reportBlockedHost } from '../operator-host.ts'

export const alertsCanBeDelivered: ManifestRule = (context, report) => {
  const webhook = ownProperty(ownProperty(context.manifest, 'alerts'), 'webhook')
  if (typeof webhook === 'string' && !looksLikeReference(webhook) && URL.canParse(webhook))
    reportBlockedHost(context, 'The webhook of alerts', new URL(webhook), '/alerts/webhook', report)
}
