// Compiles configs that callers send in a header. Loaded only where a gateway needs the compiler.

import { compile } from '../../compiler/compile.ts'
import { toJsonDiagnostic } from '../../compiler/diagnostics/json.ts'
import type { Catalog } from '../../compiler/facts/catalog.ts'
import type { CompileEnvironment } from '../../compiler/facts/environment.ts'
import { manifestGuards } from '../../compiler/lower/guard.ts'
import { estimatePatternCost } from '../../compiler/pattern-analysis/pattern-cost.ts'
import { walkPlan } from '../../compiler/plan/walk-plan.ts'
import type { Gateway, Plan } from '../../schemas/generated/types.ts'
import { failure } from '../values/failures.ts'
import type { CompileConfig } from './gateway-parts.ts'

/** `hasStoredProviders`: slugs may be those of providers that were saved by API. */
export function linkConfigCompiler(
  gateway: Gateway,
  catalog: Catalog,
  hasStoredProviders: boolean,
): CompileConfig {
  const name = `${gateway.headerPrefix}config`
  const environment: CompileEnvironment = {
    origin: 'request',
    providers: gateway.providers,
    ...(gateway.pools && { pools: gateway.pools }),
    trustedHosts: gateway.callerHosts ?? [],
    headerPrefix: gateway.headerPrefix,
    guards: manifestGuards(gateway),
    semantic: gateway.semantic !== undefined,
    ...(gateway.spelling && { spelling: gateway.spelling }),
  }
  return (text, ids) => {
    const storedSlugs = hasStoredProviders ? 'unknown' : ids
    const { plan, diagnostics } = compile({ name, text }, catalog, { ...environment, storedSlugs })
    if (plan !== undefined) return { plan, bytes: configBytes(text, plan) }
    const errors = diagnostics.filter(diagnostic => diagnostic.severity === 'error')
    const first = errors[0]?.message ?? 'it cannot be compiled.'
    const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
    const listed = diagnostics.map(toJsonDiagnostic)
    return {
      rejected: failure('invalid_config', `The config in ${name} is invalid: ${first}${others}`, {
        param: 'config',
        diagnostics: listed,
      }),
      bytes: configBytes(text, listed),
    }
  }
}

// The heap size of a cached config is estimated from its text and its plan. Measured for configs of 28 KB: 70 to 430 bytes per value of
// a node (closures, serialized bytes, compiled patterns), 2 to 5 KB per node.
const BYTES_OF_ENTRY = 2_048
const BYTES_OF_NODE = 5_120
const BYTES_OF_VALUE = 450
const BYTES_OF_PATTERN_UNIT = 100
/** Of a value in the diagnostics of a rejected config, for which nothing is linked. */
const BYTES_OF_DIAGNOSTIC_VALUE = 128

/** Keys under which plans and JSON Schemas contain regular expressions. */
const PATTERNS: ReadonlySet<string> = new Set(['pattern', 'rule'])

/** Bytes of a cache entry: the text as its key, and the linked plan at every node, or the diagnostics of the text. */
function configBytes(text: string, compiled: Plan | readonly unknown[]): number {
  const cached = BYTES_OF_ENTRY + 2 * text.length
  if (!('nodes' in compiled)) return cached + bytesOf(compiled, BYTES_OF_DIAGNOSTIC_VALUE)
  const sizes = compiled.nodes.map(node => BYTES_OF_NODE + bytesOf(node, BYTES_OF_VALUE))
  return walkPlan(compiled).reduce((sum, { index }) => sum + (sizes[index] ?? 0), cached)
}

function bytesOf(value: unknown, each: number, name = ''): number {
  if (typeof value === 'string') {
    const compiled = PATTERNS.has(name) ? BYTES_OF_PATTERN_UNIT * estimatePatternCost(value) : 0
    return each + 2 * value.length + compiled
  }
  if (typeof value !== 'object' || value === null) return each
  return Object.entries(value).reduce((sum, [key, item]) => sum + bytesOf(item, each, key), each)
}
