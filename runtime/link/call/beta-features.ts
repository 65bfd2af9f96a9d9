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
export function betaHeader({ headers }: Call, { spec }: Target): Headers {
  const value = takesBetas(spec) ? headerValue(headers, HEADER) : undefined
  return value === undefined ? [] : [HEADER, value]
}

/** `betas` are sent; a provider rejects requests with a feature that it does not know, so those of a client are filtered. */
export function betaFeatures(
  call: Call,
  { spec, settings }: Target,
): Pick<AdapterContext, 'betas' | 'unknownBetas'> {
  // Where messages pass unchanged, their header does too.
  const requested = call.endpoint === 'chat/completions' ? namesIn(headerValue(call.headers, HEADER)) : []
  const isKnown = (name: string): boolean => spec.betas?.includes(name) ?? true
  return {
    betas: [...new Set([...namesIn(settings[SETTING]), ...requested.filter(isKnown)])],
    unknownBetas: requested.filter(name => !isKnown(name)),
  }
}

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
    : []
