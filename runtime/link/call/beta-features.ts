// The version and the beta features of Claude that a provider gets: those of the config, and of the headers that clients of Anthropic's API
// send.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import type { Target } from '../target/target.ts'

const SETTING = 'anthropic_beta'
const HEADER = 'anthropic-beta'
const VERSION = 'anthropic-version'

/** Whether the provider takes beta features in the body. */
export const takesBetas = ({ reads }: ProviderSpec): boolean => reads?.includes(SETTING) === true

/** The headers of the client as part of what the provider gets, for cache keys. */
export function dialectVersion(call: Call, target: Target): Headers {
  const isOfVersion = call.endpoint !== 'chat/completions' && target.spec.headers?.[VERSION] !== undefined
  const version = isOfVersion ? headerValue(call.headers, VERSION) : undefined
  return [...betaHeader(call, target), ...(version === undefined ? [] : [VERSION, version])]
}

function betaHeader({ headers, endpoint }: Call, { spec }: Target): Headers {
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
  const known = call.endpoint === 'chat/completions' ? knownNames(requested, spec) : []
  return {
    betas: [...new Set([...namesIn(settings[SETTING]), ...known])],
    unknownBetas: requested.filter(name => !isKnown(name)),
  }
}

/**
 * The names of features at the clouds, by those of Anthropic's own API, of which they are a part:
 * platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool.
 */
const NAMES_AT_CLOUDS: Readonly<Record<string, string>> = {
  'advanced-tool-use-2025-11-20': 'tool-search-tool-2025-10-19',
}

/** The features that a provider knows, under its names. */
function knownNames(requested: readonly string[], spec: ProviderSpec): readonly string[] {
  const isKnown = knownTo(spec)
  const named = requested.map(name => (isKnown(name) ? name : (NAMES_AT_CLOUDS[name] ?? name)))
  return [...new Set(named)].filter(isKnown)
}

const knownTo =
  ({ betas }: ProviderSpec) =>
  (name: string): boolean =>
    betas?.includes(name) ?? true

/**
 * The headers of a target with what a client of Anthropic's API requests: the features of the config and the client's, and the client's
 * version, since its body is of that version and passes unchanged.
 */
export function withClientDialect(headers: Headers, call: Call, { spec }: Target): Headers {
  const versioned = replaceHeader(headers, VERSION, () => headerValue(call.headers, VERSION))
  const requested = knownNames(namesIn(headerValue(call.headers, HEADER)), spec)
  if (requested.length === 0) return versioned
  return replaceHeader(versioned, HEADER, features =>
    [...new Set([...namesIn(features), ...requested])].join(', '),
  )
}

/** Replaces the value of a header that is there; undefined leaves it. */
function replaceHeader(
  headers: Headers,
  name: string,
  newValue: (value: string | undefined) => string | undefined,
): Headers {
  const index = headers.findIndex((each, at) => at % 2 === 0 && each === name)
  const value = index < 0 ? undefined : newValue(headers[index + 1])
  return value === undefined ? headers : headers.with(index + 1, value)
}

/** Headers of a client without the features that a provider does not know. */
export function withKnownBetas(headers: Headers, { spec }: Target): Headers {
  const index =
    spec.betas === undefined ? -1 : headers.findIndex((name, at) => at % 2 === 0 && name === HEADER)
  if (index < 0) return headers
  const known = knownNames(namesIn(headers[index + 1]), spec)
  return known.length === 0 ? headers.toSpliced(index, 2) : headers.with(index + 1, known.join(','))
}

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '')
    : []
