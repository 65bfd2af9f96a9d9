// Compiles a config that was saved by API: when it is written, so that mistakes are reported at once, and when a process first uses it,
// since its manifest may be another.

import { compile } from '../../../../compiler/compile.ts'
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.ts'
import { toJsonDiagnostic } from '../../../../compiler/diagnostics/json.ts'
import type { Catalog } from '../../../../compiler/facts/catalog.ts'
import { manifestGuards } from '../../../../compiler/lower/guard.ts'
import type { Gateway, Plan, PlanSecretReference } from '../../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../../schemas/values/canonical-json.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure } from '../../../values/failures.ts'
import type { StoredReferences } from '../secret-references/stored-references.ts'

/** What a config may name when it is written. */
export interface ConfigPlace {
  readonly workspace: string
  /** The slugs of the store's providers, at least those that the config names. */
  readonly slugs: ReadonlySet<string>
  /** The slugs of prompts, at least those that the config names: of the project, and of the workspace. */
  readonly prompts: readonly string[]
  /** The same with all slugs, for suggestions; absent if these are all. */
  readonly all?: () => ConfigPlace
}

export interface CompiledConfig {
  readonly plan: Plan
  /** SHA-256 of the canonical plan. */
  readonly digest: string
  /** Warnings and notes. */
  readonly diagnostics: readonly JsonObject[]
}

export interface ConfigCompiler {
  readonly gateway: Gateway
  readonly catalog: Catalog
  readonly hash: (text: string) => string
  /** The secret references of the store; absent without one. */
  readonly references?: Pick<StoredReferences, 'all'> | undefined
}

/** `text` is JSON; `name` is what diagnostics call it. */
export function compileConfig(
  compiler: ConfigCompiler,
  name: string,
  text: string,
  known?: ConfigPlace,
): CompiledConfig | Failure {
  const { gateway, catalog, hash, references } = compiler
  const { plan, diagnostics } = compile({ name, text }, catalog, {
    origin: 'stored',
    providers: gateway.providers,
    ...(gateway.pools && { pools: gateway.pools }),
    storedSlugs: known?.slugs ?? 'unknown',
    secretReferences: knownReferences(gateway, references?.all(), known?.workspace),
    ...(known && { workspaces: [known.workspace], prompts: known.prompts }),
    trustedHosts: gateway.callerHosts ?? [],
    headerPrefix: gateway.headerPrefix,
    guards: manifestGuards(gateway),
    semantic: gateway.semantic !== undefined,
    ...(gateway.spelling && { spelling: gateway.spelling }),
    ...(gateway.unsupported === 'reject' && { rejectsUnsupported: true as const }),
  })
  if (known?.all !== undefined && diagnostics.some(({ code }) => code.startsWith('unknown')))
    return compileConfig(compiler, name, text, known.all())
  if (plan === undefined) return toFailure(name, diagnostics)
  const absent = diagnostics.find(({ code }) => code === 'unknown-prompt')
  if (known !== undefined && absent !== undefined)
    return failure('not_found', `The config "${name}" is invalid: ${absent.message}`, {
      param: 'config',
      diagnostics: diagnostics.map(toJson),
    })
  return { plan, digest: hash(canonicalJson(plan)), diagnostics: diagnostics.map(toJson) }
}

/** One owner per object: where git has a slug, git's counts. Those of other workspaces do not exist for one. */
const knownReferences = (
  { secretReferences = {} }: Gateway,
  stored: Readonly<Record<string, PlanSecretReference>> = {},
  workspace?: string,
): Readonly<Record<string, PlanSecretReference>> =>
  Object.fromEntries(
    Object.entries({ ...stored, ...secretReferences }).filter(
      ([, { workspaces }]) => workspace === undefined || (workspaces?.includes(workspace) ?? true),
    ),
  )

const toJson = (diagnostic: Diagnostic): JsonObject =>
  JSON.parse(JSON.stringify(toJsonDiagnostic(diagnostic)))

function toFailure(name: string, diagnostics: readonly Diagnostic[]): Failure {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  const reason = errors[0]?.message ?? 'It cannot be compiled.'
  return failure('invalid_config', `The config "${name}" is invalid: ${reason}${others}`, {
    param: 'config',
    diagnostics: diagnostics.map(toJson),
  })
}

/** The config of a body as JSON text: clients send an object, or the text itself. */
export const textOfConfig = (config: Json): string =>
  typeof config === 'string' ? config : JSON.stringify(config, undefined, 2)
