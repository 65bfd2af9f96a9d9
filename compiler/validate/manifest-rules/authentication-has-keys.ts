// What a manifest says about authentication agrees with its API keys, and with the people whom it lets in without one.
import type { Json } from '../../../schemas/values/json.ts'
import { hasApiKeys } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

const CONTRADICTIONS: readonly (readonly [string, boolean, string])[] = [
  [
    'required',
    false,
    'Every call needs a key, but there are no "api_keys", so no client can call the gateway. `portolan key ID` makes a key and prints its line.',
  ],
  [
    'none',
    true,
    'No call needs a key, but there are "api_keys", which protect nothing. Remove them, or write required.',
  ],
]

export const authenticationHasKeys: ManifestRule = ({ manifest }, report) => {
  const authentication = ownProperty(manifest, 'authentication')
  const hasKeys = hasApiKeys(manifest)
  // Keys of a store are not in the manifest, and tokens of people are no keys.
  if (
    authentication === 'required' &&
    (ownProperty(manifest, 'store') !== undefined || admitsPeople(manifest))
  )
    return
  for (const [setting, withKeys, message] of CONTRADICTIONS)
    if (authentication === setting && hasKeys === withKeys)
      report('authentication-contradicts-keys', '/authentication', message)
}

/** People call MCP servers with tokens whose audience is the URL of the gateway. */
function admitsPeople(manifest: Json): boolean {
  const servers = ownProperty(ownProperty(manifest, 'mcp'), 'servers')
  return (
    ownProperty(manifest, 'sign_in') !== undefined &&
    ownProperty(manifest, 'public_url') !== undefined &&
    isJsonObject(servers) &&
    Object.keys(servers).length > 0
  )
}
