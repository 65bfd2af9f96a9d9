// Follows a request through the nodes of its plan, to know which target a call of the network belongs to.
import type { Gateway, PlanNode, StaticBinding } from '../../schemas/generated/types.ts'
import type { NodeObserver } from '../link/link-context.ts'
import type { Call } from '../values/call.ts'
import type { Callee } from './traced-upstream.ts'

export interface CallFollower {
  readonly observe: (node: PlanNode, name: string) => NodeObserver
  /** Who is called at a URL now. */
  readonly calleeOf: (url: string) => Callee
  /** Whether the next random number is a draw of a load balancer, and not the jitter of a wait. */
  readonly isDrawing: () => boolean
}

type CallBinding = Extract<PlanNode, { readonly kind: 'call' }>['binding']

const NOBODY: Callee = { target: undefined, slug: undefined, provider: undefined }

export function createCallFollower(gateway: Gateway): CallFollower {
  const active: { readonly name: string; readonly call: Call; readonly node: PlanNode }[] = []
  let drawing = false
  /** Guards that run while the target is called. */
  let besideTarget = 0
  /** A service, unless its URL is that of a stored provider: an embedding for a cache, a judge for a guard. */
  const serviceAt = (url: string): Callee => {
    const stored = Object.entries(gateway.providers).find(
      ([, { baseUrl }]) => baseUrl !== '' && url.startsWith(baseUrl),
    )
    return stored === undefined
      ? NOBODY
      : { target: undefined, slug: stored[0], provider: stored[1].provider }
  }
  return {
    observe: (node, name) => ({
      enter: call => {
        drawing = node.kind === 'loadbalance'
        if (node.kind === 'call') active.push({ name, call, node })
        if (runsBeside(node)) besideTarget += 1
      },
      leave: () => {
        if (node.kind === 'call') active.pop()
        if (runsBeside(node)) besideTarget -= 1
      },
    }),
    calleeOf: url => {
      const current = active.at(-1)
      if (current?.node.kind !== 'call') return serviceAt(url)
      if (besideTarget > 0 && !isOf(current.node.binding, url, gateway)) return serviceAt(url)
      return { target: current.name, ...identityOf(current.node.binding, current.call, gateway) }
    },
    isDrawing: () => drawing,
  }
}

const runsBeside = (node: PlanNode): boolean =>
  node.kind === 'guard' && node.before.some(({ beside }) => beside === true)

/** Whether a URL is one of the target, as far as its base URL is known. */
function isOf(binding: CallBinding, url: string, { providers, pools }: Gateway): boolean {
  if (binding.from === 'request') return true
  if (binding.from === 'own') return url.startsWith(binding.baseUrl)
  const slugs = pools?.[binding.slug]?.members.map(({ slug }) => slug) ?? [binding.slug]
  return slugs.some(slug => url.startsWith(binding.customHost ?? providers[slug]?.baseUrl ?? ''))
}

/** The stored provider and the provider of the catalog that a call goes to. */
function identityOf(
  binding: CallBinding,
  call: Call,
  { providers, pools = {} }: Gateway,
): Omit<Callee, 'target'> {
  const bySlug = (slug: string): Omit<Callee, 'target'> => {
    const member = pools[slug]?.members.find(({ name }) => name === call.record.member)
    return member === undefined
      ? { slug, provider: providerOf(providers[slug]) }
      : { slug: member.slug, pool: slug, provider: providerOf(providers[member.slug]) }
  }
  if (binding.from === 'own') return { slug: undefined, provider: binding.provider }
  if (binding.from === 'slug') return bySlug(binding.slug)
  const named = call.slug ?? call.options.virtualKey ?? call.options.provider
  if (named === undefined) return { slug: undefined, provider: undefined }
  const slug = named.replace(/^@/, '')
  return Object.hasOwn(providers, slug) || Object.hasOwn(pools, slug)
    ? bySlug(slug)
    : { slug: undefined, provider: named }
}

const providerOf = (stored: StaticBinding | undefined): string | undefined => stored?.provider
