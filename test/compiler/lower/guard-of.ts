// The guard node of a lowered config.
import { type CompileEnvironment, STANDALONE } from '../../../compiler/facts/environment.ts'
import { manifestGuards } from '../../../compiler/lower/guard.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import type { Config, GuardNode, Manifest } from '../../../schemas/generated/types.ts'
import { moderateCatalog } from '../../support/moderate-check.ts'

export const guardOf = (
  config: Config,
  surroundings: CompileEnvironment = STANDALONE,
): GuardNode | undefined =>
  lowerConfig(config, moderateCatalog, surroundings).nodes.find(node => node.kind === 'guard')

/** The environment of a project with this manifest. */
export const within = (manifest: Manifest): CompileEnvironment => {
  const gateway = lowerManifest(manifest, moderateCatalog)
  return { ...STANDALONE, origin: 'project', guards: manifestGuards(gateway) }
}
