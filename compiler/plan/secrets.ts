// Every secret of a bundle with its location, to verify that none is a literal.
import type { Binding, Bundle, GuardUse, PlanNode, Secret } from '../../schemas/generated/types.ts'
import { secretReference } from '../secret.ts'
import { isSecretText, parseSecret, textsOf } from '../secret-json.ts'

export interface PlacedSecret {
  /** As text: `plan "chat", node 3, api_key`. */
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

/** A secret itself; for an object the references in it, and the strings that should be references. */
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

const ofGuard = (place: string, { id, checks }: GuardUse): readonly PlacedSecret[] =>
  checks.flatMap(check =>
    Object.entries(check.credentials).map(([name, secret]) => ({
      place: `${place}, guardrail "${id}", ${check.id}, ${name}`,
      secret,
    })),
  )

const ofService = (place: string, secret: Secret | undefined): readonly PlacedSecret[] =>
  secret === undefined ? [] : [{ place, secret }]

/** The secrets of the stored providers, of every call and guard of every plan, and of the services of state. */
export function secretsOf({ gateway, plans }: Pick<Bundle, 'gateway' | 'plans'>): readonly PlacedSecret[] {
  const stored = Object.entries(gateway.providers).flatMap(([slug, binding]) =>
    ofBinding(`provider "${slug}"`, binding),
  )
  const called = Object.entries(plans).flatMap(([id, plan]) =>
    plan.nodes.flatMap((node, index) => secretsOfNode(`plan "${id}", node ${index}`, node)),
  )
  const named = Object.entries(gateway.guardrails).flatMap(([, guard]) => ofGuard('gateway', guard))
  const services = [
    ...ofService('state', gateway.state.secret),
    ...ofService('cache.semantic.vectors', gateway.semantic?.vectors.secret),
  ]
  return [...stored, ...called, ...named, ...services]
}

function secretsOfNode(place: string, node: PlanNode): readonly PlacedSecret[] {
  if (node.kind === 'call') return ofBinding(place, node.binding)
  return node.kind === 'guard' ? [...node.before, ...node.after].flatMap(guard => ofGuard(place, guard)) : []
}
