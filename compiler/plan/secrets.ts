// Every secret of a bundle with its place, for those who must know that none of them is a literal.
import type { Binding, Bundle, Secret } from '../../schemas/generated/types.ts'

export interface PlacedSecret {
  /** In words: `plan "chat", node 3, api_key`. */
  readonly place: string
  readonly secret: Secret
}

const ofBinding = (place: string, binding: Binding): readonly PlacedSecret[] =>
  binding.from === 'own'
    ? Object.entries(binding.credentials).map(([name, secret]) => ({ place: `${place}, ${name}`, secret }))
    : []

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
