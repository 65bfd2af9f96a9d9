// Response headers added by the gateway (semantics, section 14).
import type { Reply } from '../values/call.ts'

/** Maximum number of dropped parameters listed, and maximum characters of each name. */
const MAX_NAMES = 32
const MAX_NAME = 64

/** Formats names chosen by the client as a header value: percent-encoded. */
function formatNames(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map(name => encodeURIComponent(name.slice(0, MAX_NAME).toWellFormed()))
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')}, and ${more} more` : shown.join(', ')
}

/** Appends the gateway headers of a reply to `list`. `skipped`: targets whose circuit was open. */
export type AddOwnHeaders = (
  list: string[],
  trace: string,
  reply: Pick<Reply, 'target' | 'provider' | 'retries' | 'cache' | 'dropped' | 'hooks'>,
  skipped?: readonly string[],
) => void

const DISABLED = 'DISABLED'
const NO_RETRY = '0'

/** Prepared once per bundle from the header prefix and the plan digest. */
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
