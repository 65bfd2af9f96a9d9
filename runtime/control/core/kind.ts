// A kind of saved resource: everything about it that others go by, decided in one place. The table of all is `kinds.ts`.
import type { Scope } from '../../../schemas/generated/control-types.ts'

/** What scopes are of: `configs` of `configs.read`. */
export type ScopeFamily = Scope extends infer Each
  ? Each extends `${infer Family}.${string}`
    ? Family
    : never
  : never

export interface Kind {
  /** As it is in stores, where it never changes. */
  readonly name: string
  /** Who writes it: clients of the interface, releases of projects, or the processes of the gateway by themselves. */
  readonly owner: 'client' | 'release' | 'process'
  /** Every process has all of them in memory and follows their changes: what calls need, and what is listed. */
  readonly replicated: boolean
  /**
   * `value`: it decides where calls and credentials go or what is sent there, so under `--trust` it counts only if a trusted key has
   * signed it. `statement`: it has a signature of its own, of a statement. `never`: it decides who may call and how much, or processes
   * write it by themselves.
   */
  readonly signed: 'value' | 'statement' | 'never'
  /** Whether it has secrets: `rotated` ones are sealed again with each new encryption key; `passing` ones end within minutes. */
  readonly sealed: 'rotated' | 'passing' | 'never'
  /** The families of scopes of which callers need one to read or change it; none where no route does. */
  readonly scopes: readonly ScopeFamily[]
  /** A change by a client has an entry in the audit log, in the same transaction. */
  readonly audited: boolean
  /** `/releases` gives it to other processes as it is stored. */
  readonly exported: boolean
}

/** What clients of the interface save, and every process has in memory, unless it is decided otherwise. */
export const clientKind = (
  decided: Pick<Kind, 'name' | 'signed' | 'sealed' | 'scopes'> & Partial<Kind>,
): Kind => ({
  owner: 'client',
  replicated: true,
  audited: true,
  exported: false,
  ...decided,
})

/** What processes write by themselves and read when they need it, unless it is decided otherwise. */
export const processKind = (decided: Pick<Kind, 'name'> & Partial<Kind>): Kind => ({
  owner: 'process',
  replicated: false,
  signed: 'never',
  sealed: 'never',
  scopes: [],
  audited: false,
  exported: false,
  ...decided,
})
