// A gateway that is reachable from other machines requires API keys.
import { child } from '../../pointer.ts'
import { isList, own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/i

export const openGatewayHasKeys: ManifestRule = ({ manifest }, tell) => {
  const host = own(own(manifest, 'listen'), 'host')
  const keys = own(manifest, 'api_keys')
  const keyed = isList(keys) ? keys.length > 0 : keys !== undefined
  if (typeof host !== 'string' || host === '' || LOOPBACK.test(host) || keyed) return
  const message = `The gateway would serve anyone who can reach "${host}", since no "api_keys" are configured. Add a key, or listen on 127.0.0.1.`
  tell('open-gateway', child('/listen', 'host'), message)
}
