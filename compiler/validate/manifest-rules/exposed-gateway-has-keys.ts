// A gateway that is reachable from other machines requires API keys.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { callersNeedKeys } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/i

export const exposedGatewayHasKeys: ManifestRule = ({ manifest }, report) => {
  const listen = ownProperty(manifest, 'listen')
  for (const [listener, pointer] of [
    [listen, '/listen'],
    [ownProperty(listen, 'admin'), '/listen/admin'],
  ] as const) {
    const host = ownProperty(listener, 'host')
    if (typeof host !== 'string' || host === '' || LOOPBACK.test(host) || callersNeedKeys(manifest)) continue
    const message = `The gateway would serve anyone who can reach "${host}", since no "api_keys" are configured. Add a key, or listen on 127.0.0.1.`
    report('open-gateway', childPointer(pointer, 'host'), message)
  }
}
