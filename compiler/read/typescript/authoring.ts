// What authors of TypeScript configs import from `portolan`. Both functions return what they are given: they exist so
// that an editor knows the type of the literal. In the reader a module of the same shape stands in for this file.
import type { Config, Manifest } from '../../../schemas/generated/types.ts'

export type * from '../../../schemas/generated/types.ts'

/** A config, to be exported as the default of its file. */
export function defineConfig(config: Config): Config {
  return config
}

/** A gateway manifest, to be exported as the default of `gateway.ts`. */
export function defineGateway(manifest: Manifest): Manifest {
  return manifest
}
