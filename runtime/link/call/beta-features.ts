// Beta features of Claude at providers that take them in the body: those of the config, and of the header that clients
// of Anthropic's API send.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Target } from '../target/target.ts'

const SETTING = 'anthropic_beta'
const HEADER = 'anthropic-beta'

/** Whether the provider takes beta features in the body. */
export const takesBetas = ({ reads }: ProviderSpec): boolean => reads?.includes(SETTING) === true

/** The header of the client as part of what the provider gets, for cache keys. */
export function betaHeader({ headers, endpoint }: Call, { spec }: Target): Headers {
  const isSent =
    takesBetas(spec) || (endpoint !== 'chat/completions' && spec.settings?.[SETTING] !== undefined)
  const value = isSent ? headerValue(headers, HEADER) : undefined
  return value === undefined ? [] : [HEADER, value]
}

/** `betas` are sent; a provider rejects requests with a feature that it does not know, so those of a client are filtered. */
export function betaFeatures(
  call: Call,
  { spec, settings }: Target,
): Pick<AdapterContext, 'betas' | 'unknownBetas'> {
  const requested = namesIn(headerValue(call.headers, HEADER))
  const isKnown = knownTo(spec)
  // Where messages pass unchanged, their header does too.
  const known = call.endpoint === 'chat/completions' ? requested.filter(isKnown) : []
  return {
    betas: [...new Set([...namesIn(settings[SETTING]), ...known])],
    unknownBetas: requested.filter(name => !isKnown(name)),
  }
}

const knownTo =
  ({ betas }: ProviderSpec) =>
  (name: string): boolean =>
    betas?.includes(name) ?? true

/** The headers of a target with the features of the config and those that a client of Anthropic's API requests. */
export function withClientBetas(headers: Headers, call: Call, { spec }: Target): Headers {
  const requested = namesIn(headerValue(call.headers, HEADER)).filter(knownTo(spec))
  const index = requested.length === 0 ? -1 : headers.findIndex((name, at) => at % 2 === 0 && name === HEADER)
  if (index < 0) return headers
  return headers.with(index + 1, [...new Set([...namesIn(headers[index + 1]), ...requested])].join(', '))
}

/** Headers of a client without the features that a provider does not know. */
export function withKnownBetas(headers: Headers, { spec }: Target): Headers {
  const index =
    spec.betas === undefined ? -1 : headers.findIndex((name, at) => at % 2 === 0 && name === HEADER)
  if (index < 0) return headers
  const known = namesIn(headers[index + 1]).filter(knownTo(spec))
  return known.length === 0 ? headers.toSpliced(index, 2) : headers.with(index + 1, known.join(','))
}

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
    : []
