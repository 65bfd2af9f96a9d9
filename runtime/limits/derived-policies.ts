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

/** The policies of an owner, by what they were linked from. */
export type OwnedPolicies = ReadonlyMap<string, CountedPolicy>

/** Owners whose policies are linked. */
const MAX_LINKED = 10_000

export interface PolicyLinks {
  readonly link: (policies: LimitPolicies) => OwnedPolicies
  /** Whether the policies that were given are those that were linked. */
  readonly equal: (policies: LimitPolicies, linked: OwnedPolicies) => boolean
  /** They are not in effect any more, or not until a call needs them. */
  readonly unlink: (policies: Iterable<CountedPolicy>) => void
  /** Called after the number of owners may have changed. */
  readonly onSize: () => void
}

interface LinkedOwner {
  readonly byText: OwnedPolicies
  readonly policies: readonly CountedPolicy[]
}

export class DerivedOwners {
  readonly from: DerivedPolicies
  readonly #links: PolicyLinks
  readonly #owners = new Set<string>()
  /** The longest linked first. */
  readonly #linked = new Map<string, LinkedOwner>()

  constructor(from: DerivedPolicies, links: PolicyLinks) {
    this.from = from
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
    if (linked !== undefined && !this.#links.equal(this.from.policiesOf(owner), linked.byText))
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

  /** One that calls use; undefined if none has needed it. */
  linkedPolicy(kind: CountedPolicy['kind'], id: string): CountedPolicy | undefined {
    return this.#linked.get(this.from.ownerOf(id))?.policies.find(isNamed(kind, id))
  }

  /** One for a report, which displaces none that calls use. */
  policy(kind: CountedPolicy['kind'], id: string): CountedPolicy | undefined {
    return this.#read(this.from.ownerOf(id)).find(isNamed(kind, id))
  }

  policies(): readonly CountedPolicy[] {
    return [...this.#owners].flatMap(owner => this.#read(owner))
  }

  #read(owner: string): readonly CountedPolicy[] {
    const linked = this.#linked.get(owner)
    if (linked !== undefined) return linked.policies
    return this.#owners.has(owner) ? [...this.#links.link(this.from.policiesOf(owner)).values()] : []
  }

  #link(owner: string): readonly CountedPolicy[] {
    if (this.#linked.size >= MAX_LINKED)
      for (const [oldest, linked] of this.#linked) {
        this.#unlink(oldest, linked)
        break
      }
    const byText = this.#links.link(this.from.policiesOf(owner))
    const policies = [...byText.values()]
    this.#linked.set(owner, { byText, policies })
    return policies
  }

  #unlink(owner: string, { policies }: LinkedOwner): void {
    this.#linked.delete(owner)
    this.#links.unlink(policies)
  }
}

const isNamed =
  (kind: CountedPolicy['kind'], id: string) =>
  (policy: CountedPolicy): boolean =>
    policy.kind === kind && policy.id === id
