// Bindings with credentials from a secret manager. Their values change while the plan is used, so they are looked up for each
// call, in memory, and linked again when one has changed. Other bindings are linked once and pay nothing for this.

import { parseSecretReference } from '../../../compiler/secret.ts'
import { namedStrings, parseSecret } from '../../../compiler/secret-json.ts'
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
  parts: LinkContext,
): LinkedBinding {
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
  parts: LinkContext,
): FindTarget {
  const references = parts.gateway.secretReferences ?? {}
  const refuse = linkOwnerRules(slugs, references)
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
    return isFailure(target) ? target : (refuse(call, target) ?? target)
  }
}

const unavailable = (slug: string): Failure =>
  failure(
    'secret_unavailable',
    `The secret ${quoted(slug)} of the provider cannot be read at the moment; the log of the gateway has the reason.`,
  )

/** What the owner of a secret decides: which workspaces use it, and where it is sent. */
function linkOwnerRules(
  slugs: readonly string[],
  references: Readonly<Record<string, PlanSecretReference>>,
): (call: Call, target: Target) => Failure | undefined {
  const rules = slugs.flatMap(slug => {
    const { workspaces, allowedOrigins } = (Object.hasOwn(references, slug) && references[slug]) || {}
    if (workspaces === undefined && allowedOrigins === undefined) return []
    return [
      {
        slug,
        workspaces: workspaces && new Set(workspaces),
        origins: allowedOrigins && new Set(allowedOrigins),
      },
    ]
  })
  return (call, { origin, spec }) => {
    for (const { slug, workspaces, origins } of rules) {
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
    }
    return undefined
  }
}
