// A secret reference that a provider or a check names is one of the manifest, may be used by those who call, and may be sent
// where the provider or the check is.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { checkServiceUrl } from '../../lower/check.ts'
import { originOf, originOfHost } from '../../lower/origin.ts'
import { withDefaults } from '../../lower/parameter-defaults.ts'
import { arrayProperty, type ConfigNode, nearestWithProperty, stringProperty } from '../nodes/config-node.ts'
import type { CheckUse } from '../nodes/guards.ts'
import { bindingSettings } from '../nodes/provider-settings.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { secretsOfNode } from '../secrets/secret-properties.ts'
import { type NamedReference, referencesNamedIn } from '../secrets/secret-references.ts'
import { ownProperty } from '../values/json-values.ts'

export const secretReferencesAreAllowed: Rule = (context, report) => {
  const { environment, nodes, guards } = context
  // In a request the rule about references refuses them all.
  if (environment.origin === 'request') return
  for (const node of nodes)
    for (const { value, pointer } of secretsOfNode(node, context))
      for (const named of referencesNamedIn(value, pointer)) validateNode(context, node, named, report)
  for (const { checks } of guards.definitions)
    for (const check of checks)
      for (const name of check.facts?.secrets ?? []) {
        const value = ownProperty(check.parameters, name)
        if (value === undefined) continue
        for (const named of referencesNamedIn(value, childPointer(check.pointer, name)))
          validateCheck(context, check, named, report)
      }
}

/** The facts of a reference; reports one that is unknown. */
function factsOf(
  { environment, parsed }: RuleContext,
  { pointer, slug }: NamedReference,
  report: ReportAt,
  external: readonly string[] = [],
) {
  const { secretReferences = {}, origin, hasInvalidManifest, written } = environment
  if (Object.hasOwn(secretReferences, slug)) return secretReferences[slug]
  // The rules of the store are enforced by calls.
  if (external.includes(slug)) return undefined
  if (hasInvalidManifest && (written === undefined || written.references.includes(slug))) return undefined
  const known = hasInvalidManifest ? (written?.references ?? []) : Object.keys(secretReferences).sort()
  if (origin === 'file')
    report(
      'unknown-secret-reference',
      pointer,
      `Without a manifest it is unknown whether the gateway has the secret reference ${quoteName(slug)}.`,
      { severity: 'note' },
    )
  else {
    const suggestions = suggest(slug, known)
    const list =
      known.length === 0
        ? origin === 'stored'
          ? 'There are no secret references.'
          : 'The manifest has no "secret_references".'
        : `Known secret references: ${joinNames(known, 'and')}.`
    report(
      'unknown-secret-reference',
      pointer,
      `No secret reference${origin === 'stored' ? '' : ' of the manifest'} has the slug ${quoteName(slug)}.${didYouMean(suggestions)}`,
      {
        notes: [
          ...(suggestions.length > 0 ? [] : [{ message: list }]),
          ...(environment.external?.includes(slug) === true
            ? [{ message: 'It is "external", but checks use only secret references of the manifest.' }]
            : []),
        ],
        fix: replaceWithOnly(
          parsed,
          pointer,
          `\${secret:${slug}}`,
          suggestions.map(name => `\${secret:${name}}`),
        ),
      },
    )
  }
  return undefined
}

function validateNode(context: RuleContext, node: ConfigNode, named: NamedReference, report: ReportAt): void {
  const facts = factsOf(context, named, report, context.environment.external)
  if (facts === undefined) return
  const { workspaces, allowedOrigins } = facts
  const callers = context.environment.workspaces
  if (workspaces !== undefined && callers !== undefined && !callers.some(name => workspaces.includes(name)))
    report(
      'secret-not-allowed',
      named.pointer,
      `The secret ${quoteName(named.slug)} may be used by ${joinNames(workspaces, 'and')} only, ${context.environment.origin === 'stored' ? 'and the config belongs to another workspace' : 'and no API key of the manifest belongs there'}.`,
      // Saved configs belong to one workspace; keys may be added to the others.
      context.environment.origin === 'stored' ? {} : { severity: 'warning' },
    )
  if (allowedOrigins === undefined) {
    // Its author decides where a saved config calls, so the owner of the secret must have listed where it may go.
    if (context.environment.origin === 'stored') reportUnbound(named, report)
    return
  }
  const origin = originOfNode(context, node)
  if (origin !== undefined) validateOrigin(named, origin, named.pointer, allowedOrigins, report)
  for (const [index, host] of (arrayProperty(node, 'allowed_hosts') ?? []).entries()) {
    const allowed = typeof host === 'string' ? originOfHost(host) : undefined
    const at = childPointer(childPointer(node.pointer, 'allowed_hosts'), index)
    if (allowed !== undefined) validateOrigin(named, allowed, at, allowedOrigins, report)
  }
}

/** Where a node calls, as far as that is known without a request. */
function originOfNode({ catalog }: RuleContext, node: ConfigNode): string | undefined {
  const holder = nearestWithProperty(node, 'custom_host')
  if (holder !== undefined) return originOf(stringProperty(holder, 'custom_host') ?? '')
  const spec = catalog.provider(stringProperty(node, 'provider') ?? '')
  return spec && originOf(catalog.baseUrl(spec, bindingSettings(node)) ?? '')
}

function validateCheck(context: RuleContext, check: CheckUse, named: NamedReference, report: ReportAt): void {
  const facts = factsOf(context, named, report)
  if (facts === undefined) return
  const { workspaces, allowedOrigins } = facts
  const { environment } = context
  const refused = (environment.workspaces ?? []).filter(name => workspaces?.includes(name) === false)
  if (refused.length > 0)
    report(
      'secret-not-allowed',
      named.pointer,
      `The secret ${quoteName(named.slug)} may not be used by ${joinNames(refused.map(quoteName), 'and')}, but guardrails run for every workspace of the API keys.`,
    )
  if (allowedOrigins === undefined) {
    if (environment.origin === 'stored') reportUnbound(named, report)
    return
  }
  const address =
    check.facts && checkServiceUrl(check.facts, withDefaults(check.parameters, check.facts.parameters))
  validateOrigin(
    named,
    (address && originOf(address)) ?? 'a host that is not known here',
    named.pointer,
    allowedOrigins,
    report,
  )
}

const reportUnbound = ({ slug, pointer }: NamedReference, report: ReportAt): void =>
  report(
    'credential-may-not-go-there',
    pointer,
    `The secret ${quoteName(slug)} has no "allowed_hosts", so only the manifest may use it.`,
  )

function validateOrigin(
  { slug }: NamedReference,
  origin: string,
  at: NamedReference['pointer'],
  allowed: readonly string[],
  report: ReportAt,
): void {
  if (!allowed.includes(origin))
    report('credential-may-not-go-there', at, `The secret ${quoteName(slug)} may not be sent to ${origin}.`, {
      notes: [
        {
          message: `Its "allowed_hosts" are ${joinNames(allowed, 'and')}. Add the host there if this is intended.`,
        },
      ],
    })
}
