// The default provider of an API key has secrets that the key's workspace may use: otherwise each of its calls is refused.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, lastToken } from '../../../schemas/values/pointer.ts'
import { DEFAULT_WORKSPACE } from '../../lower/manifest.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import { secretsOfManifest, secretsOfNode } from '../secrets/secret-properties.ts'
import { referencesNamedIn } from '../secrets/secret-references.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

export const keysMayUseTheirDefaults: ManifestRule = (context, report) => {
  const { manifest } = context
  const keys = ownProperty(manifest, 'api_keys')
  const { secretReferences = {} } = secretsOfManifest(manifest)
  for (const [index, key] of (isJsonArray(keys) ? keys : []).entries()) {
    const provider = ownProperty(ownProperty(key, 'defaults'), 'provider')
    const named = ownProperty(key, 'workspace')
    const workspace = typeof named === 'string' ? named : DEFAULT_WORKSPACE
    if (typeof provider !== 'string') continue
    for (const slug of secretsOfProvider(context, provider.replace(/^@/, ''))) {
      const allowed = Object.hasOwn(secretReferences, slug) ? secretReferences[slug]?.workspaces : undefined
      if (allowed === undefined || allowed.includes(workspace)) continue
      const at = childPointer(childPointer('/api_keys', index), 'defaults')
      report(
        'secret-not-allowed',
        childPointer(at, 'provider'),
        `The key belongs to the workspace ${quoteName(workspace)}, which may not use the secret ${quoteName(slug)} of its default provider.`,
      )
    }
  }
}

/** The secret references of a stored provider. */
function secretsOfProvider({ storedNodes, catalog }: ManifestContext, slug: string): readonly string[] {
  const node = storedNodes.find(({ pointer }) => lastToken(pointer) === slug)
  if (node === undefined) return []
  const named = Array.from(secretsOfNode(node, { catalog })).flatMap(({ value, pointer }) =>
    referencesNamedIn(value, pointer),
  )
  return [...new Set(named.map(reference => reference.slug))]
}
