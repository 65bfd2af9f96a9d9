// The headers that the gateway adds to every reply (semantics, section 14).
import type { Reply } from '../call.ts'
import type { Headers } from '../headers.ts'

/** Prepared once per bundle: the names with the manifest's prefix, and the digest of the plan. */
export function linkOwnHeaders(prefix: string, digest: string): (trace: string, reply: Reply) => Headers {
  const names = {
    trace: `${prefix}trace-id`,
    provider: `${prefix}provider`,
    option: `${prefix}last-used-option-index`,
    retries: `${prefix}retry-attempt-count`,
    cache: `${prefix}cache-status`,
    plan: `${prefix}plan`,
    dropped: `${prefix}dropped-params`,
  }
  const plan = digest.slice(0, 12)
  return (trace, { at, provider, retries, cache, dropped }) => {
    const list = [names.trace, trace, names.plan, plan]
    if (provider !== undefined) list.push(names.provider, provider)
    if (at !== undefined)
      list.push(names.option, at, names.retries, String(retries), names.cache, cache ?? 'DISABLED')
    if (dropped !== undefined && dropped.length > 0) list.push(names.dropped, dropped.join(', '))
    return list
  }
}
