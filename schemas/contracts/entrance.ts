// An entrance: the native API of a vendor below `/{name}`, as entrances.json and the catalogue describe it.

export interface EntranceFacts {
  /** The provider of the catalogue, and the name in the path. */
  readonly id: string
  /** Vendors whose stored provider serves it, the first ones preferred. */
  readonly providers: readonly string[]
  /** The path of the vendor's base URL, below which its endpoints are; parts in braces may be anything. */
  readonly base: string
  /** Endpoints of the gateway that have the path and the form of the vendor's. */
  readonly endpoints: readonly string[]
  /** Collections in the form of OpenAI. */
  readonly resources: readonly string[]
  /** The form of errors; absent: that of OpenAI. */
  readonly errors?: string
}
