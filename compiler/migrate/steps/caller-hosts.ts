// Private hosts that callers name are listed apart from 0.2.0 on. Whether callers name any is not in the manifest, and a list opens hosts.
import { isObject } from '../../../schemas/values/json.ts'
import { locationOf } from '../../diagnostics/diagnostic.ts'
import type { MigrationStep } from '../step.ts'

export const callerHostsStep: MigrationStep = {
  version: '0.2.0',
  isNeutral: false,
  find: (parsed, kind) => {
    const { value } = parsed
    if (kind !== 'manifest' || !isObject(value)) return []
    if (!Object.hasOwn(value, 'trusted_hosts') || Object.hasOwn(value, 'caller_hosts')) return []
    return [
      {
        location: locationOf(parsed, '/trusted_hosts', 'key'),
        reason:
          '"trusted_hosts" no longer covers hosts of requests from 0.2.0 on. List those that callers may name in "caller_hosts".',
        fixes: [],
      },
    ]
  },
}
