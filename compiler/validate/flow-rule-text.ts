// Rules about flows in words: which requests, what of them, and where it may go.
import type { FlowRule } from '../../schemas/generated/types.ts'
import { joinNames, pluralize } from '../../schemas/values/format-names.ts'
import { lowerQuery } from '../lower/predicate.ts'
import { formatPredicate } from '../plan/format-predicate.ts'

const MAX_HOSTS = 4

/** `may reach only *.eu.example and api.example.com`. */
export function formatAllowed({ only }: FlowRule): string {
  if (only.length === 0) return 'may reach no host'
  const hidden = only.length - MAX_HOSTS
  const shown = only.slice(0, MAX_HOSTS)
  return `may reach only ${joinNames(hidden > 0 ? [...shown, pluralize(hidden, 'other host')] : shown, 'and')}`
}

/** `, for requests for which metadata.region is "eu"`. */
export const formatWhen = ({ when }: FlowRule): string =>
  when === undefined || Object.keys(when).length === 0
    ? ''
    : ` of requests for which ${formatPredicate(lowerQuery(when))}`
