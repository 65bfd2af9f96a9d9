// The flows of a call: its secrets, the body and the headers to every origin that it may reach.
import type { Binding, CallNode, Gateway, StaticBinding } from '../../../schemas/generated/types.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { storedSlugs } from '../../facts/pool-members.ts'
import { originOf, withoutTrailingSlash } from '../../lower/origin.ts'
import {
  type BoundDestination,
  destinationsOf,
  ELSEWHERE,
  type ProviderCatalog,
} from './binding-destinations.ts'
import { exchangesOf, referencesOf } from './bound-secrets.ts'
import {
  type Carried,
  carriedContent,
  carriedMessages,
  type Flow,
  type Opening,
  type Sender,
  toOrigin,
  toUnknown,
} from './flow.ts'
import { withHops } from './hops.ts'

export type FlowCatalog = ProviderCatalog &
  Pick<Catalog, 'check' | 'resourceOrigins' | 'providerNames' | 'leavesDirectly'>

export interface FlowContext {
  readonly gateway: Gateway
  readonly catalog: FlowCatalog
  /** Whether a caller of the path may name hosts of providers. */
  readonly mayNameHosts: boolean
  /** Whether one may name a provider. */
  readonly mayNameProviders: boolean
}

const TARGET: Sender = { kind: 'target' }
const TOKEN: Sender = { kind: 'token exchange' }
/** A header of the caller in an example. */
const ANY_HEADER = 'x-of-the-caller'

/** `isRedacted`: guards before it have redacted the messages for certain. */
export function targetFlows(node: CallNode, context: FlowContext, isRedacted: boolean): readonly Flow[] {
  const carried: readonly Carried[] = [
    carriedMessages(isRedacted),
    carriedContent('files'),
    ...node.forward.map(name => carriedContent(`headers.${name}`)),
  ]
  const withHeaders = (flow: Flow): readonly Flow[] => [
    flow,
    // The headers of a request replace those that its config forwards.
    ...(flow.carried === carried[0]
      ? [
          {
            ...flow,
            carried: carriedContent('headers.*'),
            opening: { ...flow.opening, 'forward-headers': ANY_HEADER },
          },
        ]
      : []),
  ]
  return bindingFlows(node.binding, context, carried, TARGET).flatMap(withHeaders)
}

/** The flows of what is sent to a provider, with its own secrets. */
export function bindingFlows(
  binding: Binding,
  context: FlowContext,
  carried: readonly Carried[],
  by: Sender,
): readonly Flow[] {
  if (binding.from === 'request') return requestFlows(binding, context, carried, by)
  const { gateway } = context
  if (binding.from === 'own') return staticFlows(binding, context, carried, by)
  return storedSlugs(binding.slug, gateway).flatMap(slug =>
    storedFlows({ ...binding, slug }, context, carried, by),
  )
}

function storedFlows(
  binding: Extract<Binding, { from: 'slug' }>,
  context: FlowContext,
  carried: readonly Carried[],
  by: Sender,
): readonly Flow[] {
  const { gateway } = context
  const { slug } = binding
  const stored = Object.hasOwn(gateway.providers, slug) ? gateway.providers[slug] : undefined
  return stored === undefined
    ? carried.map(each => ({
        carried: each,
        to: toUnknown(`the provider @${slug} is not in the manifest`),
        by,
      }))
    : staticFlows(withSettings(stored, binding, context), context, carried, by, slug)
}

/** A stored provider with the settings of a config, as it is linked. */
function withSettings(
  stored: StaticBinding,
  { customHost, settings }: Exclude<Binding, { from: 'own' }>,
  { catalog }: FlowContext,
): StaticBinding {
  const provider = { ...stored, settings: { ...stored.settings, ...settings } }
  if (customHost !== undefined)
    return { ...provider, baseUrl: withoutTrailingSlash(customHost), custom: true }
  const spec = settings === undefined || stored.custom ? undefined : catalog.provider(stored.provider)
  return spec === undefined
    ? provider
    : { ...provider, baseUrl: catalog.baseUrl(spec, provider.settings) ?? '' }
}

function staticFlows(
  binding: StaticBinding,
  { gateway, catalog, mayNameHosts }: FlowContext,
  carried: readonly Carried[],
  by: Sender,
  slug?: string,
): readonly Flow[] {
  const spec = catalog.provider(binding.provider)
  const destinations: readonly BoundDestination[] = [
    ...destinationsOf(binding, catalog, mayNameHosts),
    ...(spec === undefined ? [] : catalog.resourceOrigins(spec, binding.settings)).map(origin => ({
      to: toOrigin(origin),
    })),
  ]
  if (destinations.length === 0) return []
  const references = [
    ...new Set(Object.entries(binding.credentials).flatMap(([name, secret]) => referencesOf(name, secret))),
  ]
  const secretsTo = (found: BoundDestination, sender: Sender): readonly Flow[] =>
    references
      .filter(reference => mayReach(reference, found, gateway))
      .map(secret => ({
        carried: { kind: 'secret', secret, ...(slug === undefined ? {} : { slug }) },
        ...found,
        by: sender,
      }))
  const outbound = binding.outbound ?? gateway.outbound
  const exchanges = exchangesOf(binding).map(origin => ({
    to:
      origin === undefined
        ? toUnknown('the request names the region of the service that exchanges the secret for a token')
        : toOrigin(origin),
  }))
  return withHops(
    [
      ...destinations.flatMap(found => [
        ...secretsTo(found, by),
        ...carried.map(each => ({ carried: each, ...found, by })),
      ]),
      ...exchanges.flatMap(found => secretsTo(found, TOKEN)),
    ],
    outbound,
    catalog,
  )
}

/** The owner of a secret reference decides where it may go. */
function mayReach(reference: string, { to }: BoundDestination, { secretReferences = {} }: Gateway): boolean {
  if (!reference.startsWith('secret:') || to.kind !== 'origin') return true
  const slug = reference.slice('secret:'.length)
  const allowed = Object.hasOwn(secretReferences, slug) ? secretReferences[slug]?.allowedOrigins : undefined
  return allowed === undefined || allowed.includes(to.origin)
}

/** The request names a stored provider, or one of the catalog with a credential of its own. */
function requestFlows(
  binding: Extract<Binding, { from: 'request' }>,
  context: FlowContext,
  carried: readonly Carried[],
  by: Sender,
): readonly Flow[] {
  const { gateway, catalog, mayNameHosts, mayNameProviders } = context
  // Calls of others name none, and are refused.
  if (!mayNameProviders) return []
  const opened = (flows: readonly Flow[], opening: Opening): readonly Flow[] =>
    flows.map(flow => ({ ...flow, opening: { ...opening, ...flow.opening } }))
  // The members of pools have slugs too, but not those that only a store has.
  const slugs = [...Object.keys(gateway.providers), ...Object.keys(gateway.pools ?? {})]
  const ofSlugs = slugs.flatMap(slug => {
    const flows = bindingFlows({ ...binding, from: 'slug', slug }, context, carried, by)
    return opened(flows, { provider: `@${slug}` })
  })
  const named = (to: Flow['to'], opening: Opening): readonly Flow[] =>
    withHops(
      carried.map(each => ({ carried: each, to, by, opening })),
      gateway.outbound,
      catalog,
    )
  const host = binding.customHost === undefined ? undefined : originOfText(binding.customHost)
  return [
    ...ofSlugs,
    ...(host === undefined
      ? named({ kind: 'chosen', by: 'provider' }, { provider: 'openai' })
      : named(toOrigin(host), { provider: 'openai' })),
    ...(mayNameHosts
      ? named({ kind: 'chosen', by: 'custom host' }, { provider: 'openai', 'custom-host': ELSEWHERE })
      : []),
    ...(gateway.store === undefined
      ? []
      : named(toUnknown('providers that are saved by API may be named'), { provider: '@saved-by-api' })),
  ]
}

const originOfText = (text: string): string | undefined => originOf(withoutTrailingSlash(text))
