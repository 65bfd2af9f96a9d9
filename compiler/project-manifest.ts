// The manifest of a project, and what its configs are compiled against.
import type { FlowRule, Gateway, Manifest } from '../schemas/generated/types.ts'
import { coverSecrets } from './analyse/flows/bound-secrets.ts'
import type { ReportDiagnostic } from './diagnostics/diagnostic.ts'
import { canonicalManifest, spellingOf } from './facts/canonical-names.ts'
import type { Catalog } from './facts/catalog.ts'
import type { CompileEnvironment } from './facts/environment.ts'
import { manifestGuards } from './lower/guard.ts'
import { lowerManifest } from './lower/manifest.ts'
import { lowerLimits } from './lower/policies.ts'
import type { Hash } from './plan/emit.ts'
import type { ProjectInput } from './project-input.ts'
import type { ParsedSource } from './source.ts'
import { writtenNames } from './validate/nodes/manifest-parts.ts'
import { validateManifest } from './validate/validate-manifest.ts'
import { validatePriceLists } from './validate/validate-price-list.ts'

export interface CompiledManifest {
  readonly parsed: ParsedSource | undefined
  /** Undefined after errors. */
  readonly manifest: Manifest | undefined
  readonly gateway: Gateway | undefined
  /** The rules of flows, about each secret wherever it is bound. */
  readonly flows: readonly FlowRule[]
}

export function compileManifest(
  { manifest: input, configs, priceLists }: ProjectInput,
  catalog: Catalog,
  hash: Hash,
  report: ReportDiagnostic,
): CompiledManifest {
  const written = input?.read(input.source, report)
  const parsed = written && canonicalManifest(written)
  const manifest =
    input === undefined ? {} : parsed && validateManifest(parsed, catalog, report, [...configs.keys()])
  const lists = parsed ? validatePriceLists(parsed, manifest, priceLists, catalog, report) : []
  const gateway = manifest &&
    lists && { ...lowerManifest(manifest, catalog, lists), ...lowerLimits(manifest, hash) }
  const flows = gateway === undefined ? [] : coverSecrets(manifest?.flows ?? [], gateway)
  return { parsed, manifest, gateway, flows }
}

/** What the compilation of every config depends on, beside its text. */
export interface ConfigSurroundings {
  readonly environment: CompileEnvironment
  readonly gateway: Gateway | undefined
  readonly budgets: NonNullable<Manifest['budgets']>
  readonly flows: NonNullable<Manifest['flows']>
}

/** `before` itself, where it means the same: another comment in the manifest changes nothing for configs. */
export function surroundingsOf(
  { manifest, gateway, parsed, flows }: CompiledManifest,
  input: ProjectInput,
  before: ConfigSurroundings | undefined,
): ConfigSurroundings {
  const surroundings: ConfigSurroundings = {
    environment: environmentOf(gateway, input, parsed),
    gateway,
    budgets: manifest?.budgets ?? {},
    flows,
  }
  // With their order, which messages show.
  const isSame = before !== undefined && JSON.stringify(before) === JSON.stringify(surroundings)
  return isSame ? before : surroundings
}

const environmentOf = (
  gateway: Gateway | undefined,
  input: ProjectInput,
  parsed: ParsedSource | undefined,
): CompileEnvironment => ({
  origin: input.manifest === undefined ? 'file' : 'project',
  providers: gateway?.providers ?? {},
  trustedHosts: gateway?.trustedHosts ?? [],
  ...(gateway && {
    headerPrefix: gateway.headerPrefix,
    ...(gateway.pools && { pools: gateway.pools }),
    guards: manifestGuards(gateway),
    semantic: gateway.semantic !== undefined,
    ...(gateway.secretReferences && { secretReferences: gateway.secretReferences }),
    ...(gateway.apiKeys.length > 0 && {
      workspaces: [...new Set(gateway.apiKeys.map(({ workspace }) => workspace))],
    }),
    ...(gateway.external && { external: gateway.external }),
    ...(gateway.spelling && { spelling: gateway.spelling }),
    ...(gateway.unsupported === 'reject' && { rejectsUnsupported: true as const }),
  }),
  prompts: [...(input.prompts?.prompts.keys() ?? [])],
  // An error in the manifest must not cause a blocked host in every config, or hide what they name wrongly.
  ...(gateway === undefined && {
    hasInvalidManifest: true as const,
    ...writtenIn(parsed),
    ...(spellingOf(parsed?.value) === 'peer' && { spelling: 'peer' as const }),
  }),
})

function writtenIn(parsed: ParsedSource | undefined): Pick<CompileEnvironment, 'written'> {
  const written = writtenNames(parsed?.value)
  return written === undefined ? {} : { written }
}
