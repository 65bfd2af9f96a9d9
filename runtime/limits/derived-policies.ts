// The policies of owners of which there may be very many, such as keys: nothing is held but who has some. They are derived and
// linked when a call of the owner needs them, and again if others have displaced them since.
import type { LimitPolicies } from '../../schemas/generated/types.ts'
import type { CountedPolicy } from './policy-counter.ts'

/** Policies that are derived when they are needed. Their calls have the owner as the value of a property. */
export interface DerivedPolicies {
  readonly key: 'api_key'
  readonly policiesOf: (owner: string) => LimitPolicies
  /** The owner of a policy, by the identifier of the policy. */
  readonly ownerOf: (policy: string) => string
}

/** Owners whose policies are linked. */
const MAX_LINKED = 10_000

export interface PolicyLinks {
  readonly link: (policies: LimitPolicies) => readonly CountedPolicy[]
  /** What was found for calls with these policies is found again. */
  readonly forget: (policies: readonly CountedPolicy[]) => void
  /** Called after the number of owners may have changed. */
  readonly onSize: () => void
}

interface LinkedOwner {
  readonly given: LimitPolicies
  readonly policies: readonly CountedPolicy[]
}

export class DerivedOwners {
  readonly #from: DerivedPolicies
  readonly #links: PolicyLinks
  readonly #owners = new Set<string>()
  /** The longest linked first. */
  readonly #linked = new Map<string, LinkedOwner>()

  constructor(from: DerivedPolicies, links: PolicyLinks) {
    this.#from = from
    this.#links = links
  }

  get size(): number {
    return this.#owners.size
  }

  /** The policies of the owner are there, or are others than before. */
  add(owner: string): void {
    this.#owners.add(owner)
    this.#links.onSize()
    const linked = this.#linked.get(owner)
    if (linked !== undefined && !isEqual(this.#from.policiesOf(owner), linked.given))
      this.#unlink(owner, linked)
  }

  remove(owner: string): void {
    if (!this.#owners.delete(owner)) return
    this.#links.onSize()
    const linked = this.#linked.get(owner)
    if (linked !== undefined) this.#unlink(owner, linked)
  }

  clear(): void {
    for (const [owner, linked] of this.#linked) this.#unlink(owner, linked)
    this.#owners.clear()
    this.#links.onSize()
  }

  /** For a call of the owner. */
  get(owner: string): readonly CountedPolicy[] | undefined {
    const linked = this.#linked.get(owner)
    if (linked !== undefined) return linked.policies
    return this.#owners.has(owner) ? this.#link(owner) : undefined
  }

  /** The usage of a budget was reset. */
  renew(id: string): void {
    const linked = this.#linked.get(this.#from.ownerOf(id))
    if (linked === undefined) return
    for (const policy of linked.policies) policy.renew()
    this.#links.forget(linked.policies)
  }

  /** One for a report, which displaces none that calls use. */
  policy(kind: CountedPolicy['kind'], id: string): CountedPolicy | undefined {
    return this.#read(this.#from.ownerOf(id)).find(isNamed(kind, id))
  }

  policies(): readonly CountedPolicy[] {
    return [...this.#owners].flatMap(owner => this.#read(owner))
  }

  #read(owner: string): readonly CountedPolicy[] {
    const linked = this.#linked.get(owner)
    if (linked !== undefined) return linked.policies
    return this.#owners.has(owner) ? this.#links.link(this.#from.policiesOf(owner)) : []
  }

  #link(owner: string): readonly CountedPolicy[] {
    if (this.#linked.size >= MAX_LINKED)
      for (const [oldest, linked] of this.#linked) {
        this.#unlink(oldest, linked)
        break
      }
    const given = this.#from.policiesOf(owner)
    const policies = this.#links.link(given)
    this.#linked.set(owner, { given, policies })
    return policies
  }

  #unlink(owner: string, { policies }: LinkedOwner): void {
    this.#linked.delete(owner)
    this.#links.forget(policies)
  }
}

const isEqual = (left: LimitPolicies, right: LimitPolicies): boolean =>
  JSON.stringify(left) === JSON.stringify(right)

const isNamed =
  (kind: CountedPolicy['kind'], id: string) =>
  (policy: CountedPolicy): boolean =>
    policy.kind === kind && policy.id === id
