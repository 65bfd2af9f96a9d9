// Which route serves a call: a saved config by its identifier, JSON in the config header, or the provider headers
// alone. One path, three doors: all of them end in a linked plan.
import { compile } from '../../compiler/compile.ts'
import { toJsonDiagnostic } from '../../compiler/diagnostics/json.ts'
import type { CompileEnvironment } from '../../compiler/environment.ts'
import { manifestGuards } from '../../compiler/lower/guard.ts'
import type { Bundle, Plan } from '../../schemas/generated/types.ts'
import { link } from '../link/link.ts'
import type { LinkContext } from '../link/link-context.ts'
import { missingParts } from '../link/requires.ts'
import type { Route } from '../values/call.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import { createLruMap, type LruMap } from '../values/lru-map.ts'
import { configBytes } from './config-size.ts'

/** A route with the name under which logs show it. */
export interface ResolvedConfig {
  readonly route: Route
  readonly name: string
}

export type ResolveConfig = (config: string | undefined) => ResolvedConfig | Failure

/** What became of a config from a header: its route, or why it was refused. */
type Compiled = ResolvedConfig | Failure

/** True for the value of a config header that is a config itself instead of the identifier of a saved one. */
export const isInlineConfig = (config: string): boolean => config.trimStart().startsWith('{')

/** The text of the config that a request without one means: everything comes from its headers. */
const HEADERS_CONFIG = '{"retry":{"attempts":0}}'

/** `inline` is where configs from headers are cached; equal texts are compiled once. */
export function linkResolver(
  bundle: Bundle,
  parts: LinkContext,
  inline: LruMap<Compiled> = cacheFor(parts),
): ResolveConfig {
  const saved = new Map<string, ResolvedConfig>(
    Object.entries(bundle.plans).map(([id, plan]) => [id, { route: link(plan, parts, id), name: id }]),
  )
  const headersConfig = compileInline(HEADERS_CONFIG, parts).result
  return config => {
    if (config === undefined) return headersConfig
    const cached = saved.get(config) ?? inline.get(config)
    if (cached !== undefined) return cached
    if (!isInlineConfig(config)) return unknownConfig(config, [...saved.keys()])
    const { result, plan } = compileInline(config, parts)
    const bytes = configBytes(config, plan ?? (isFailure(result) ? result.diagnostics : undefined) ?? [])
    inline.set(config, result, bytes)
    return result
  }
}

const cacheFor = ({ gateway: { limits } }: LinkContext): LruMap<Compiled> =>
  createLruMap({ entries: limits.inline_configs, bytes: limits.inline_config_bytes })

function compileInline(
  text: string,
  parts: LinkContext,
): { readonly result: Compiled; readonly plan?: Plan } {
  const { gateway, catalog } = parts
  const environment: CompileEnvironment = {
    origin: 'request',
    providers: gateway.providers,
    trustedHosts: gateway.trustedHosts,
    headerPrefix: gateway.headerPrefix,
    guards: manifestGuards(gateway),
    semantic: gateway.semantic !== undefined,
  }
  const { plan, diagnostics } = compile({ name: `${gateway.headerPrefix}config`, text }, catalog, environment)
  if (plan === undefined) {
    const errors = diagnostics.filter(diagnostic => diagnostic.severity === 'error')
    const first = errors[0]?.message ?? 'It cannot be compiled.'
    const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    const sentence = `The config in ${gateway.headerPrefix}config is wrong: ${first}${others}`
    return {
      result: failure('invalid_config', sentence, {
        param: 'config',
        diagnostics: diagnostics.map(toJsonDiagnostic),
      }),
    }
  }
  const missing = missingParts(plan, gateway, catalog, parts.check)
  if (missing.length > 0) return { result: failure('invalid_config', missing.join(' '), { param: 'config' }) }
  // Equal texts are one config, whoever sends them: they hold the same credentials.
  const config = `inline ${parts.ports.hash(text).slice(0, 16)}`
  return {
    result: { route: link(plan, parts, config), name: text === HEADERS_CONFIG ? 'headers' : 'inline' },
    plan,
  }
}

function unknownConfig(id: string, ids: readonly string[]): Failure {
  const list =
    ids.length === 0
      ? 'This gateway has no saved configs.'
      : `Saved configs: ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ', …' : ''}.`
  return failure('unknown_config', `No config is saved as ${quoted(id)}. ${list}`, {
    param: 'config',
  })
}
