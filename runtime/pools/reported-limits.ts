// The limits that a provider reports in the headers of its replies. Two families of names, and three ways to write a time:
//
//   x-ratelimit-{limit,remaining,reset}-{requests,tokens}     OpenAI: reset is a duration, `1s`, `6m0s`
//     https://developers.openai.com/api/docs/guides/rate-limits
//   the same names, durations such as `2m59.56s`              Groq: https://console.groq.com/docs/rate-limits
//   the same names with a period, `…-requests-day`, seconds   Cerebras: https://inference-docs.cerebras.ai/support/rate-limits
//   the same names, reset in seconds of the epoch             DigitalOcean:
//     https://docs.digitalocean.com/products/inference/reference/quota-specific-response-headers/
//   x-ratelimit-{limit,remaining,reset}, epoch milliseconds   OpenRouter: https://openrouter.ai/docs/api/reference/limits
//   anthropic-ratelimit-{requests,tokens,input-tokens,output-tokens}-{limit,remaining,reset}
//                                                             Anthropic: reset is a date of RFC 3339
//     https://platform.claude.com/docs/en/api/rate-limits#response-headers
//
// Azure adds `retry-after-ms` and `x-ms-retry-after-ms` in milliseconds (`values/retry-after.ts`).
import type { Headers } from '../values/headers.ts'

/** What a reply reports of one kind of use, requests or tokens. The tightest of several counts. */
export interface ReportedLimit {
  readonly limit: number | undefined
  readonly remaining: number
  /** Milliseconds until the limit is whole again; undefined where that is not reported. */
  readonly reset: number | undefined
}

export interface ReportedLimits {
  readonly requests: ReportedLimit | undefined
  readonly tokens: ReportedLimit | undefined
  /** Milliseconds until what is spent is there again: 0 if nothing is spent, undefined if something is and the time is not reported. */
  readonly spent: number | undefined
}

const NAME =
  /^(?:x-ratelimit-(limit|remaining|reset)(?:-(.+))?|anthropic-ratelimit-(.+)-(limit|remaining|reset))$/

interface Kind {
  readonly name: string
  limit?: number
  remaining?: number
  reset?: number
}

/** Undefined if the headers report no limit. `now`: milliseconds since the epoch. */
export function reportedLimits(headers: Headers, now: number): ReportedLimits | undefined {
  let kinds: Kind[] | undefined
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (!mayBeLimit(name)) continue
    const match = NAME.exec(name.toLowerCase())
    if (match === null) continue
    const part = match[1] ?? match[4]
    const of = match[2] ?? match[3] ?? ''
    const value = (headers[index + 1] ?? '').trim()
    const amount = part === 'reset' ? readTime(value, now) : readAmount(value)
    if (amount === undefined) continue
    kinds ??= []
    let kind = kinds.find(each => each.name === of)
    if (kind === undefined) {
      kind = { name: of }
      kinds.push(kind)
    }
    kind[part as 'limit' | 'remaining' | 'reset'] = amount
  }
  return kinds && combine(kinds)
}

/** Most headers are neither `x-r…` nor `anthropic-r…`. */
const mayBeLimit = (name: string): boolean =>
  name.length > 10 && ((name.charCodeAt(2) | 32) === 0x72 || (name.charCodeAt(10) | 32) === 0x72)

function combine(kinds: readonly Kind[]): ReportedLimits | undefined {
  let requests: ReportedLimit | undefined
  let tokens: ReportedLimit | undefined
  let spent: number | undefined = 0
  for (const { name, limit, remaining, reset } of kinds) {
    if (remaining === undefined) continue
    const reported = { limit, remaining, reset }
    if (name.includes('token')) tokens = tighter(tokens, reported)
    else requests = tighter(requests, reported)
    if (remaining <= 0 && spent !== undefined)
      spent = reset === undefined ? undefined : Math.max(spent, reset)
  }
  return requests === undefined && tokens === undefined ? undefined : { requests, tokens, spent }
}

const tighter = (one: ReportedLimit | undefined, other: ReportedLimit): ReportedLimit =>
  one === undefined || partOf(other) < partOf(one) ? other : one

/** The remaining part, of 1. */
export const partOf = ({ limit, remaining }: ReportedLimit): number =>
  limit === undefined || limit <= 0 ? (remaining > 0 ? 1 : 0) : Math.min(1, Math.max(0, remaining / limit))

const readAmount = (value: string): number | undefined =>
  /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined

/** Numbers from here on are times since the epoch: no limit lasts for thirty years. */
const EPOCH_SECONDS = 1e9
const EPOCH_MILLISECONDS = 1e12

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** Milliseconds from now until a time that is written as a duration, in seconds, since the epoch, or as a date. */
function readTime(value: string, now: number): number | undefined {
  const amount = readAmount(value)
  if (amount !== undefined) {
    if (amount >= EPOCH_MILLISECONDS) return Math.max(0, amount - now)
    if (amount >= EPOCH_SECONDS) return Math.max(0, amount * 1000 - now)
    return Math.max(0, amount * 1000)
  }
  if (/^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+$/.test(value)) {
    let total = 0
    for (const [, number, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)/g))
      total += Number(number) * (UNITS[unit ?? ''] ?? 0)
    return total
  }
  const date = /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
