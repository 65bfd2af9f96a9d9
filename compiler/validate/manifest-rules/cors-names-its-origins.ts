// A gateway without API keys opens itself to web pages one origin at a time, never to all of them.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { callersNeedKeys } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

export const corsNamesItsOrigins: ManifestRule = ({ manifest }, report) => {
  const origins = ownProperty(ownProperty(ownProperty(manifest, 'listen'), 'cors'), 'origins')
  if (!isJsonArray(origins) || callersNeedKeys(manifest)) return
  for (const [index, origin] of origins.entries())
    if (origin === '*')
      report(
        'cors-for-every-origin',
        childPointer('/listen/cors/origins', index),
        'Every web page could use this gateway, since no "api_keys" are configured. List the origins of your pages, or add a key.',
      )
}
