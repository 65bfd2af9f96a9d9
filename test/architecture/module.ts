// What a module is: files that belong together, and what they may import.

export interface Module {
  readonly name: string
  /** The files that belong to it; the first module that matches counts. */
  readonly files: RegExp
  /** Prefixes of the files it may import, besides its own. */
  readonly imports: readonly string[]
  /** Files among those that it may not import. */
  readonly except?: readonly string[]
  /** Prefixes of the packages it may import. */
  readonly packages: readonly string[]
  /** Uses no network, files, clock, randomness or process. */
  readonly pure: boolean
}

export const VALUES = 'schemas/values/'
export const GENERATED = 'schemas/generated/'
/** What authors of custom checks and the runtime agree on: types only. */
export const CONTRACTS = 'schemas/contracts/'
export const RUNTIME_VALUES = ['runtime/values/', CONTRACTS, VALUES, GENERATED]

export const pure = (name: string, imports: readonly string[], packages: readonly string[] = []): Module => ({
  name,
  files: new RegExp(`^${name}/`),
  imports,
  packages,
  pure: true,
})
