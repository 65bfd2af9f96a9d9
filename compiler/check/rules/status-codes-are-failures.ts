// Status code lists of fallbacks and retries contain failures, and a fallback list is not empty.
import { child } from '../../pointer.ts'
import type { JsonObject } from '../../source.ts'
import { isList, own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import type { Site } from '../site.ts'
import { modeOf } from '../subject.ts'

const isSuccess = (code: unknown): boolean => typeof code === 'number' && code >= 200 && code < 300

/** A guardrail failed without denying; acting on this status is legitimate. */
const REMARKED = 246

function lists(site: Site): readonly (readonly [string, JsonObject])[] {
  const strategy = own(site.value, 'strategy')
  const holders = [
    [site.pointer, site.value],
    [child(site.pointer, 'strategy'), strategy],
    [child(site.pointer, 'retry'), own(site.value, 'retry')],
  ] as const
  return holders.flatMap(([pointer, value]) =>
    typeof value === 'object' && value !== null && !isList(value)
      ? [[child(pointer, 'on_status_codes'), value as JsonObject] as const]
      : [],
  )
}

export const statusCodesAreFailures: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const fallback = modeOf(subject, site) === 'fallback'
    for (const [at, holder] of lists(site)) {
      const codes = own(holder, 'on_status_codes')
      const inRetry = at.endsWith('/retry/on_status_codes')
      if (!isList(codes) || !(fallback || inRetry)) continue
      if (codes.length === 0 && !inRetry)
        tell(
          'never-falls-back',
          at,
          'The list is empty, so only the first target is ever called. Remove it to fall back on every status but 2xx.',
        )
      if (codes.length === 0 && inRetry)
        tell('retries-network-failures-only', at, 'The list is empty, so only network failures are retried.')
      for (const [index, code] of codes.entries())
        if (isSuccess(code) && code !== REMARKED)
          tell(
            'suspicious-status',
            child(at, index),
            `${String(code)} is a success status but counts as a failure here.`,
          )
    }
  }
}
