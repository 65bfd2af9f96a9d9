// Calls of providers as lines: where to, which model, what came of it, when.
import type { Trace, TracedCall } from '../../../runtime/simulation/trace.ts'

/** `config.targets[0] openai gpt-4o -> 503`. */
export function formatTracedCall({ target, slug, provider, model, url, outcome }: TracedCall): string {
  const callee =
    target === undefined && provider === undefined ? [url] : [target, slugOr(slug, provider), model]
  return `${callee.filter(part => part !== undefined).join(' ')} -> ${outcome}`
}

const slugOr = (slug: string | undefined, provider: string | undefined): string | undefined =>
  slug === undefined ? provider : `@${slug}`

/** All calls of a request, numbered, each with the time at which it began. */
export function formatCalls({ calls, reply, time }: Trace): readonly string[] {
  const lines = calls.map((call, index) => `${index + 1}. at ${call.started} ms: ${formatTracedCall(call)}`)
  const end = `the reply: ${reply.status} after ${time} ms`
  return calls.length === 0 ? [`no calls, ${end}`] : [...lines, end]
}
