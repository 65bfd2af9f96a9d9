// Bounds of an envelope in words: milliseconds, US dollars, and why there is no bound.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { formatPointer } from '../../../schemas/values/pointer.ts'
import type { Bound, NoBound } from '../../analyse/bound.ts'

/** `850 ms`, `40.3 s`, `21 min`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 600_000) return `${Math.round(milliseconds / 100) / 10} s`
  return `${Math.round(milliseconds / 6000) / 10} min`
}

/** `$0.42`; small amounts have two digits that are not zero. */
export const formatDollars = (amount: number): string =>
  `$${amount === 0 || amount >= 0.01 ? amount.toFixed(2) : amount.toPrecision(2)}`

/** `config.targets[1] takes the model of the request`. */
export function formatNoBound({ reason, pointer }: NoBound): string {
  const at = pointer === '' ? 'the config' : formatPointer(pointer)
  switch (reason.kind) {
    case 'model-of-request':
      return `${at} takes the model of the request`
    case 'provider-of-request':
      return `${at} takes the provider of the request`
    case 'external-provider':
      return `${at} has a provider of the store`
    case 'unknown-price':
      return `no price is known of ${quoteName(reason.model)} at ${reason.provider}, which ${at} calls`
    case 'held-stream':
      return `the guard ${quoteName(reason.guard)} of ${at} holds streams, which have no limit of time`
  }
}

/** `at most 40.3 s`, or why there is no bound. */
export const formatBound = (bound: Bound, format: (value: number) => string, none: string): string =>
  'most' in bound ? `at most ${format(bound.most)}` : `${none}, because ${formatNoBound(bound.none)}`
