// The headers that the gateway adds to every reply (semantics, section 14).
import type { Reply } from '../values/call.ts'

/** How many dropped parameters are named, and how much of each name is shown. */
const MAX_NAMES = 32
const MAX_NAME = 64

/** Names that a client made up, as a header may carry them: what is not plain is percent-encoded. */
function formatNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map(name => encodeURIComponent(name.slice(0, MAX_NAME).toWellFormed()))
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : shown.join(', ')
}

/** Appends the gateway's own headers of a reply to `list`. `skipped`: targets left out for open circuits. */
export type AddOwnHeaders = (
  list: string[],
  trace: string,
  reply: Pick<Reply, 'target' | 'provider' | 'retries' | 'cache' | 'dropped' | 'hooks'>,
  skipped?: readonly string[],
) => void

const DISABLED = 'DISABLED'
const NO_RETRY = '0'

/** Prepared once per bundle: the names with the manifest's prefix, and the digest of the plan. */
export function linkGatewayHeaders(prefix: string, digest: string): AddOwnHeaders {
  const names = {
    trace: `${prefix}trace-id`,
    provider: `${prefix}provider`,
    option: `${prefix}last-used-option-index`,
    retries: `${prefix}retry-attempt-count`,
    cache: `${prefix}cache-status`,
    plan: `${prefix}plan`,
    dropped: `${prefix}dropped-params`,
    hooks: `${prefix}hook-verdict`,
    skipped: `${prefix}skipped-targets`,
  }
  const plan = digest.slice(0, 12)
  return (list, trace, { target, provider, retries, cache, dropped, hooks }, skipped) => {
    list.push(names.trace, trace, names.plan, plan)
    if (provider !== undefined) list.push(names.provider, provider)
    if (target !== undefined) {
      list.push(names.option, target, names.retries, retries === 0 ? NO_RETRY : String(retries))
      list.push(names.cache, cache ?? DISABLED)
    }
    if (dropped !== undefined && dropped.length > 0) list.push(names.dropped, formatNames(dropped))
    if (hooks !== undefined) list.push(names.hooks, hooks.verdict)
    if (skipped !== undefined && skipped.length > 0)
      list.push(names.skipped, skipped.slice(0, MAX_NAMES).join(', '))
  }
}
