// A rule about a secret is about that secret wherever it is bound: slugs are a way to name those of a stored provider.
import type { FlowRule, Gateway } from '../../../schemas/generated/types.ts'
import { referencesOf } from './bound-secrets.ts'

/** The rules with the references that their slugs stand for; slugs stay, for identities that no reference names. */
export const coverSecrets = (
  rules: readonly FlowRule[],
  { providers }: Pick<Gateway, 'providers'>,
): readonly FlowRule[] =>
  rules.map(rule => {
    const { secrets } = rule
    if (secrets === undefined) return rule
    const covered = secrets.flatMap(name => {
      const provider = name.startsWith('@') ? providers[name.slice(1)] : undefined
      return Object.entries(provider?.credentials ?? {}).flatMap(([property, secret]) =>
        referencesOf(property, secret).map(reference => `\${${reference}}`),
      )
    })
    return covered.length === 0 ? rule : { ...rule, secrets: [...new Set([...secrets, ...covered])] }
  })
