// Every secret of a bundle with its place, for those who must know that none of them is a literal.
import type { Binding, Bundle, Secret } from '../../schemas/generated/types.ts'
import { secretReference } from '../secret.ts'
import { isSecretText, parseSecret, textsOf } from '../secret-json.ts'

export interface PlacedSecret {
  /** In words: `plan "chat", node 3, api_key`. */
  readonly place: string
  readonly secret: Secret
}

const ofBinding = (place: string, binding: Binding): readonly PlacedSecret[] =>
  binding.from === 'own'
    ? Object.entries(binding.credentials).flatMap(([name, secret]) =>
        partsOf(secret, name).map(([at, part]) => ({ place: `${place}, ${at}`, secret: part })),
      )
    : []

type NamedSecret = readonly [name: string, secret: Secret]

/** A secret itself; of an object the references in it, and the texts that should be some. */
function partsOf(secret: Secret, name: string): readonly NamedSecret[] {
  if (secret.source === 'machine') return []
  if (secret.source !== 'json') return [[name, secret]]
  return Array.from(textsOf(parseSecret(secret.name), name)).flatMap(
    ({ name: inner, text }): readonly NamedSecret[] => {
      const reference = secretReference(text)
      const at = inner === name ? name : `${name}.${inner}`
      if (reference !== undefined && reference.source !== 'secret')
        return [[at, { source: reference.source, name: reference.name, origins: secret.origins }]]
      return isSecretText(inner, text) ? [[at, { ...secret, source: 'literal', name: text }]] : []
    },
  )
}

/** The secrets of the stored providers and of every call of every plan. */
export function secretsOf({ gateway, plans }: Pick<Bundle, 'gateway' | 'plans'>): readonly PlacedSecret[] {
  const stored = Object.entries(gateway.providers).flatMap(([slug, binding]) =>
    ofBinding(`provider "${slug}"`, binding),
  )
  const called = Object.entries(plans).flatMap(([id, plan]) =>
    plan.nodes.flatMap((node, index) =>
      node.kind === 'call' ? ofBinding(`plan "${id}", node ${index}`, node.binding) : [],
    ),
  )
  return [...stored, ...called]
}
