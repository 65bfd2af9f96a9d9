// Bindings with credentials from a secret manager. Their values change while the plan is used, so they are looked up for each
// call, in memory, and linked again when one has changed. Other bindings are linked once and pay nothing for this.

import { parseSecretReference } from '../../../compiler/facts/secret.ts'
import { namedStrings, parseSecret } from '../../../compiler/plan/secret-json.ts'
import type { PlanSecretReference, StaticBinding } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { HostAuthor } from '../../values/ports.ts'
import type { LinkContext } from '../link-context.ts'
import { type FindTarget, type LinkedBinding, linkStaticBinding } from './static-binding.ts'
import type { Target } from './target.ts'

export function linkOwnBinding(
  binding: StaticBinding,
  author: HostAuthor,
  context: LinkContext,
): LinkedBinding {
  const { outbound } = binding
  const parts = outbound === undefined ? context : { ...context, ...context.through?.(outbound) }
  const slugs = referencesOf(binding)
  return slugs.length === 0
    ? linkStaticBinding(binding, author, parts)
    : { find: linkReferring(binding, slugs, author, parts) }
}

/** The slugs of the secret references among the credentials of a binding. */
function referencesOf({ credentials }: StaticBinding): readonly string[] {
  const slugs = Object.entries(credentials).flatMap(([name, { source, name: of }]) => {
    if (source === 'secret') return [of]
    if (source !== 'json') return []
    return Array.from(namedStrings(parseSecret(of), name)).flatMap(({ text }) => {
      const reference = parseSecretReference(text)
      return reference?.source === 'secret' ? [reference.name] : []
    })
  })
  return [...new Set(slugs)]
}

function linkReferring(
  binding: StaticBinding,
  slugs: readonly string[],
  author: HostAuthor,
  context: LinkContext,
): FindTarget {
  const { parts, rulesOf } = withReferences(context)
  let known: readonly string[] = []
  let linked: LinkedBinding | undefined
  return call => {
    const values: string[] = []
    let hasChanged = linked === undefined
    for (const [index, slug] of slugs.entries()) {
      const value = parts.secret({ source: 'secret', name: slug, origins: [] })
      if (value === undefined) return unavailable(slug)
      hasChanged ||= value !== known[index]
      values.push(value)
    }
    if (hasChanged) {
      linked = linkStaticBinding(binding, author, parts)
      known = values
    }
    const target = linked?.find(call) ?? unavailable('')
    if (isFailure(target)) return target
    for (const slug of slugs) {
      const refusal = refuseUse(slug, rulesOf(slug), call, target)
      if (refusal !== undefined) return refusal
    }
    return target
  }
}

const unavailable = (slug: string): Failure =>
  failure(
    'secret_unavailable',
    `The secret ${quoted(slug)} of the provider cannot be read at the moment; the log of the gateway has the reason.`,
  )

/** What the owner of a secret decides: which workspaces use it, and where it is sent; undefined: any. */
interface OwnerRules {
  readonly workspaces?: ReadonlySet<string> | undefined
  readonly origins?: ReadonlySet<string> | undefined
}

const NO_RULES: OwnerRules = {}
const NOWHERE: ReadonlySet<string> = new Set()

/**
 * The secrets and their owners' rules: those of the manifest, which are the same while the plan is used, and external ones as the
 * store has them at the moment. Those must name their origins, since the author of a config is not their owner.
 */
function withReferences(parts: LinkContext): {
  readonly parts: LinkContext
  readonly rulesOf: (slug: string) => OwnerRules
} {
  const { gateway, stored } = parts
  const { secrets: externalSecrets } = stored
  const { secretReferences = {}, external = [] } = gateway
  const own = new Map(
    Object.entries(secretReferences).map(([slug, reference]) => [slug, toRules(reference)] as const),
  )
  if (externalSecrets === undefined || external.length === 0)
    return { parts, rulesOf: slug => own.get(slug) ?? NO_RULES }
  const isExternal = (slug: string): boolean => !own.has(slug) && external.includes(slug)
  const rules = new WeakMap<PlanSecretReference, OwnerRules>()
  return {
    parts: {
      ...parts,
      secret: secret =>
        secret.source === 'secret' && isExternal(secret.name)
          ? externalSecrets.lookUp(secret.name)
          : parts.secret(secret),
    },
    rulesOf: slug => {
      if (!isExternal(slug)) return own.get(slug) ?? NO_RULES
      const reference = externalSecrets.find(slug)
      if (reference === undefined) return { origins: NOWHERE }
      const known = rules.get(reference) ?? { origins: NOWHERE, ...toRules(reference) }
      rules.set(reference, known)
      return known
    },
  }
}

const toRules = ({ workspaces, allowedOrigins }: PlanSecretReference): OwnerRules => ({
  ...(workspaces && { workspaces: new Set(workspaces) }),
  ...(allowedOrigins && { origins: new Set(allowedOrigins) }),
})

function refuseUse(
  slug: string,
  { workspaces, origins }: OwnerRules,
  call: Call,
  { origin, spec }: Target,
): Failure | undefined {
  if (workspaces?.has(call.workspace) === false)
    return failure(
      'forbidden',
      `The workspace ${quoted(call.workspace)} may not use the secret ${quoted(slug)} of the provider.`,
    )
  if (origins?.has(origin) === false)
    return failure(
      'blocked_host',
      `The secret ${quoted(slug)} of ${spec.name} may not be sent to ${origin}, so it was not sent.`,
      { param: 'custom_host', cause: 'blocked' },
    )
  return undefined
}
