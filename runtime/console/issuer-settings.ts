// Apart from what calls the issuer: types that users of the package read refer to no package that it bundles.

/** The client of a gateway at its issuer. */
export interface IssuerClient {
  readonly issuer: string
  readonly clientId: string
  readonly scopes: readonly string[]
}
