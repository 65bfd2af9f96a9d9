// How prices of models are looked up.
import type { CompiledPrice } from './compile-price.ts'

/** The facts in a reply that determine its price: the model that has answered, and the service tier. */
export interface BilledReply {
  readonly model: string | undefined
  readonly tier: string | undefined
}

/** The price of a model at a provider of the catalog, or at the stored one; undefined where no list has one. */
export type FindPrice = (
  provider: string,
  model: string,
  reply: BilledReply | undefined,
  slug: string | undefined,
) => CompiledPrice | undefined

/** The price at a time in milliseconds since the epoch. */
export type FindDatedPrice = (
  provider: string,
  model: string,
  now: number,
  reply?: BilledReply,
  slug?: string,
) => CompiledPrice | undefined
