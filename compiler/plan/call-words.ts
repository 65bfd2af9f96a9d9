// Formats a call on one line: provider, host, secret references, retries and timeout. A literal secret of a header
// config is never shown.
import type { Attempt, Binding, Breaker, CallNode, Secret } from '../../schemas/generated/types.ts'
import { printStatusSet } from './status-set.ts'

const secretWords = (secret: Secret): string =>
  secret.source === 'literal' || secret.source === 'json'
    ? `(${secret.source})`
    : `${secret.source}:${secret.name}`

function credentialWords(credentials: Readonly<Record<string, Secret>>): readonly string[] {
  const words = Object.entries(credentials).map(([name, secret]) => `${name} ${secretWords(secret)}`)
  return words.length === 0 ? [] : [`with ${words.sort().join(', ')}`]
}

function settingWords(settings: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const names = Object.keys(settings ?? {})
  return names.length === 0 ? [] : [`set ${names.sort().join(', ')}`]
}

function hostWords(customHost: string | undefined): readonly string[] {
  return customHost === undefined ? [] : [`on ${customHost}`]
}

/** `openai on https://models.example.com/v1 with api_key env:KEY`; `@slug`; `the request's provider`. */
export function bindingWords(binding: Binding): readonly string[] {
  if (binding.from === 'request')
    return ["the request's provider", ...hostWords(binding.customHost), ...settingWords(binding.settings)]
  if (binding.from === 'slug')
    return [`@${binding.slug}`, ...hostWords(binding.customHost), ...settingWords(binding.settings)]
  return [
    binding.provider,
    ...hostWords(binding.custom ? binding.baseUrl : undefined),
    ...credentialWords(binding.credentials),
    ...settingWords(binding.settings),
  ]
}

function attemptWords({ tries, on, useRetryAfter, timeout }: Attempt): readonly string[] {
  const failures = on.length === 0 ? 'network failures' : printStatusSet(on)
  return [
    ...(tries === 0
      ? []
      : [`retry ${tries} on ${failures}${useRetryAfter ? ' respecting retry-after' : ''}`]),
    ...(timeout === undefined ? [] : [`timeout ${timeout}ms`]),
  ]
}

function breakerWords(breaker: Breaker | undefined): readonly string[] {
  if (breaker === undefined) return []
  const { threshold, cooldown, failures } = breaker
  const on = failures.length === 0 ? 'network failures' : printStatusSet(failures)
  return [`opens after ${threshold} of ${on} in ${cooldown}ms`]
}

/** The text of a call: before `at …`, after it, and the clauses that follow. */
export interface CallWords {
  readonly whom: string
  readonly where: readonly string[]
  readonly how: readonly string[]
}

export function callWords(node: CallNode): CallWords {
  const [whom = '', ...where] = bindingWords(node.binding)
  const overridden = Object.keys(node.overrides).sort()
  return {
    whom: `call ${whom}`,
    where,
    how: [
      ...attemptWords(node.attempt),
      ...breakerWords(node.breaker),
      ...(overridden.length === 0 ? [] : [`override ${overridden.join(', ')}`]),
      ...(node.forward.length === 0 ? [] : [`forward ${node.forward.join(', ')}`]),
      ...(node.strict ? [] : ['not strict']),
    ],
  }
}
