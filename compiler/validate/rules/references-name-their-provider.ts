// The reference of an API key does not say the name of another provider: ANTHROPIC_API_KEY at OpenAI.
import { pricedLike } from '../../../schemas/generated/models.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import { hasProperty, isLeaf, nearestWithProperty, stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'

/** A name of a provider, then what is never part of one. */
const KEY_OF = /^(?<name>[a-z0-9-]+?)-(?:api-)?(?:key|token)(?:-[a-z0-9-]+)?$/

/** Names of providers that are words, with which keys begin for other reasons. */
const WORDS: ReadonlySet<string> = new Set(
  'vendor cloud1 cloud2 cloud3 inference mock writer synthetic lambda modal triton cortex palm morph vultr github vercel'.split(
    ' ',
  ),
)

export const referenceNamesItsProvider: Rule = ({ nodes, catalog, environment }, report) => {
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  for (const node of nodes) {
    const text = stringProperty(node, 'api_key')
    const spec = catalog.provider(stringProperty(node, 'provider') ?? '')
    if (text === undefined || spec === undefined || !isLeaf(node)) continue
    // Hosts of their owners take any key.
    if (spec.baseUrl === undefined && spec.dialect !== 'cloud1') continue
    if (nearestWithProperty(node, 'custom_host') !== undefined || hasProperty(node, 'custom_host')) continue
    const named = providerNamedBy(nameOf(text), catalog)
    if (named === undefined || areRelated(spec, named)) continue
    report(
      'reference-of-another-provider',
      childPointer(node.pointer, 'api_key'),
      `By its name this is a key of ${named.name}, and the provider is ${spec.name}.`,
      {
        notes: [
          { at: childPointer(node.pointer, 'provider'), message: `${quoteName(spec.id)} is named here` },
        ],
      },
    )
  }
}

/** Lower case, with hyphens: `anthropic-api-key`; empty for what is not a reference. */
function nameOf(text: string): string {
  const name = parseSecretReference(text)?.name ?? ''
  return name
    .slice(name.lastIndexOf('/') + 1)
    .toLowerCase()
    .replaceAll(/[_.]/g, '-')
}

function providerNamedBy(reference: string, catalog: Catalog): ProviderSpec | undefined {
  const name = KEY_OF.exec(reference)?.groups?.['name'] ?? ''
  return WORDS.has(name) ? undefined : catalog.provider(name)
}

/** Of one company, or with the models of the other. */
const areRelated = (one: ProviderSpec, other: ProviderSpec): boolean =>
  firstWord(one) === firstWord(other) || pricedLike[one.id]?.includes(other.id) === true

const firstWord = ({ name }: ProviderSpec): string => name.split(' ')[0] ?? name
