// An upper bound: a number, or why there is none. What cannot be decided is never a number.
import type { Pointer } from '../../schemas/values/pointer.ts'

/** Why there is no bound; callers that display it choose the wording. */
export type NoBoundReason =
  /** The model of a call is not in the plan: the request names it. */
  | { readonly kind: 'model-of-request' }
  /** The request names the provider. */
  | { readonly kind: 'provider-of-request' }
  /** The provider is in the store, and not in the project. */
  | { readonly kind: 'external-provider' }
  /** The list of prices has no price, or no context window, of the model. */
  | { readonly kind: 'unknown-price'; readonly provider: string; readonly model: string }
  /** A guard holds streams until their end, or until a window is complete, and a stream has no limit of time. */
  | { readonly kind: 'held-stream'; readonly guard: string }

export interface NoBound {
  readonly reason: NoBoundReason
  /** The position of what has no bound. */
  readonly pointer: Pointer
}

export type Bound =
  | { readonly most: number }
  /** `atLeast`: what is known of it. */
  | { readonly none: NoBound; readonly atLeast: number }

export const bounded = (most: number): Bound => ({ most })

const known = (bound: Bound): number => ('most' in bound ? bound.most : bound.atLeast)

function combine(left: Bound, right: Bound, value: number): Bound {
  if ('none' in left) return { none: left.none, atLeast: value }
  return 'none' in right ? { none: right.none, atLeast: value } : { most: value }
}

/** Of what happens one after the other. */
export const sumBounds = (bounds: readonly Bound[]): Bound =>
  bounds.reduce((sum, bound) => combine(sum, bound, known(sum) + known(bound)), bounded(0))

/** Of what excludes each other. */
export const maxBound = (bounds: readonly Bound[]): Bound =>
  bounds.reduce((most, bound) => combine(most, bound, Math.max(known(most), known(bound))), bounded(0))

export const timesBound = (bound: Bound, factor: number): Bound =>
  'most' in bound ? bounded(bound.most * factor) : { none: bound.none, atLeast: bound.atLeast * factor }

/** The bound as seen from a parent: positions are relative to it. */
export const belowPath = (bound: Bound, path: Pointer): Bound =>
  'most' in bound || path === ''
    ? bound
    : { ...bound, none: { ...bound.none, pointer: path + bound.none.pointer } }
