// A project: a manifest and its configs, compiled into one bundle. Reading files is up to the caller: sources with names
// in, a bundle out.
import type { Bundle, Gateway, Plan } from '../schemas/generated/types.ts'
import type { Catalog } from './catalog.ts'
import { checkManifest } from './check/manifest.ts'
import { compile } from './compile.ts'
import { collect, type Diagnostic, hasErrors } from './diagnostics/diagnostic.ts'
import { applySeverities } from './diagnostics/severity.ts'
import { manifestGuards } from './lower/guard.ts'
import { lowerManifest } from './lower/manifest.ts'
import { type Hash, seal } from './plan/digest.ts'
import type { Reader } from './read/reader.ts'
import type { ParsedSource, Source } from './source.ts'
import type { Surroundings } from './surroundings.ts'
import { VERSION } from './version.ts'

/** A source to compile and the reader for its format. */
export interface Input {
  readonly source: Source
  readonly read: Reader
}

export interface ProjectInput {
  /** Absent for standalone configs, which get an empty manifest. */
  readonly manifest?: Input
  /** Configs by identifier: the file name without extension. */
  readonly configs: ReadonlyMap<string, Input>
}

export interface ProjectCompilation {
  /** Undefined if the manifest or any config has errors. */
  readonly bundle: Bundle | undefined
  readonly gateway: Gateway | undefined
  readonly plans: ReadonlyMap<string, Plan>
  readonly parsed: ReadonlyMap<string, ParsedSource>
  readonly diagnostics: readonly Diagnostic[]
}

/** Compiles the manifest first, since slugs and trusted hosts are validated against it, then every config. */
export function compileProject(
  input: ProjectInput,
  catalog: Catalog,
  hash: Hash,
  progress: (done: number) => void = () => {},
): ProjectCompilation {
  const { report, diagnostics } = collect()
  const parsedManifest = input.manifest?.read(input.manifest.source, report)
  const manifest =
    input.manifest === undefined ? {} : parsedManifest && checkManifest(parsedManifest, catalog, report)
  const gateway = manifest && lowerManifest(manifest, catalog)
  const surroundings: Surroundings = {
    door: input.manifest === undefined ? 'file' : 'project',
    providers: gateway?.providers ?? {},
    trustedHosts: gateway?.trustedHosts ?? [],
    ...(gateway && {
      headerPrefix: gateway.headerPrefix,
      guards: manifestGuards(gateway),
      semantic: gateway.semantic !== undefined,
    }),
    // An error in the manifest must not cause an unknown slug or a blocked host in every config.
    ...(gateway === undefined && { unsettled: true as const }),
  }
  const plans = new Map<string, Plan>()
  const parsed = new Map<string, ParsedSource>()
  let done = 0
  for (const [id, config] of input.configs) {
    const compilation = compile(config.source, catalog, surroundings, config.read)
    diagnostics.push(...compilation.diagnostics)
    if (compilation.plan) plans.set(id, compilation.plan)
    if (compilation.parsed) parsed.set(id, compilation.parsed)
    done += 1
    progress(done)
  }
  const sound = gateway !== undefined && !hasErrors(diagnostics)
  const bundle = sound
    ? seal({ format: 1, compiler: VERSION, gateway, plans: Object.fromEntries(plans) }, hash)
    : undefined
  return { bundle, gateway, plans, parsed, diagnostics: applySeverities(diagnostics, manifest?.rules ?? {}) }
}
