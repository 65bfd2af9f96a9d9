// Formats a call on one line: provider, host, secret references, retries and timeout. A literal secret of a header
// config is never shown.
import type { Attempt, Binding, Breaker, CallNode, Secret } from '../../schemas/generated/types.ts'
import { formatStatusSet } from './status-set.ts'
import { formatTrigger, neverTriggers } from './trigger.ts'

const formatSecret = (secret: Secret): string =>
  secret.source === 'literal' || secret.source === 'json'
    ? `(${secret.source})`
    : `${secret.source}:${secret.name}`

function formatCredentials(credentials: Readonly<Record<string, Secret>>): readonly string[] {
  const parts = Object.entries(credentials).map(([name, secret]) => `${name} ${formatSecret(secret)}`)
  return parts.length === 0 ? [] : [`with ${parts.sort().join(', ')}`]
}

function formatSettings(settings: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const names = Object.keys(settings ?? {})
  return names.length === 0 ? [] : [`set ${names.sort().join(', ')}`]
}

function formatHost(customHost: string | undefined): readonly string[] {
  return customHost === undefined ? [] : [`on ${customHost}`]
}

/** `openai on https://models.example.com/v1 with api_key env:KEY`; `@slug`; `the request's provider`. */
function formatBinding(binding: Binding): readonly string[] {
  if (binding.from === 'request')
    return ["the request's provider", ...formatHost(binding.customHost), ...formatSettings(binding.settings)]
  if (binding.from === 'slug')
    return [`@${binding.slug}`, ...formatHost(binding.customHost), ...formatSettings(binding.settings)]
  return [
    binding.provider,
    ...formatHost(binding.custom ? binding.baseUrl : undefined),
    ...formatCredentials(binding.credentials),
    ...formatSettings(binding.settings),
  ]
}

function formatAttempt(attempt: Attempt): readonly string[] {
  const { retries, exceptTimeouts, useRetryAfter, maxWait, timeout } = attempt
  const header = maxWait === undefined ? 'retry-after' : `retry-after up to ${maxWait}ms`
  const replies = neverTriggers(attempt) ? 'network failures' : formatTrigger(attempt)
  const failures = exceptTimeouts === true ? `${replies} except timeouts` : replies
  return [
    ...(retries === 0
      ? []
      : [`retry ${retries} on ${failures}${useRetryAfter ? ` respecting ${header}` : ''}`]),
    ...(timeout === undefined ? [] : [`timeout ${timeout}ms`]),
  ]
}

function formatBreaker(breaker: Breaker | undefined): readonly string[] {
  if (breaker === undefined) return []
  const { threshold, cooldown, failures } = breaker
  const on = failures.length === 0 ? 'network failures' : formatStatusSet(failures)
  return [`opens after ${threshold} of ${on} in ${cooldown}ms`]
}

/** The text of a call: before `at …`, after it, and the clauses that follow. */
export interface CallText {
  readonly prefix: string
  readonly suffixes: readonly string[]
  readonly clauses: readonly string[]
}

export function formatCall(node: CallNode): CallText {
  const [prefix = '', ...suffixes] = formatBinding(node.binding)
  const overridden = Object.keys(node.overrides).sort()
  return {
    prefix: `call ${prefix}`,
    suffixes,
    clauses: [
      ...formatAttempt(node.attempt),
      ...formatBreaker(node.breaker),
      ...(overridden.length === 0 ? [] : [`override ${overridden.join(', ')}`]),
      ...(node.forward.length === 0 ? [] : [`forward ${node.forward.join(', ')}`]),
      ...(node.strict ? [] : ['not strict']),
      ...(node.vendorFieldsOnly ? ["only the vendor's fields"] : []),
    ],
  }
}
