// What authors import from `portolan`. The functions return what they are given: they exist so that an editor knows the
// type of the literal. In the reader of configs a module of the same shape stands in for this file; modules of checks get
// this one (runtime/stores/own-checks).
import type { OwnCheck, ParametersSchema } from '../../../runtime/guardrails/own/own-check.ts'
import type { Config, Manifest } from '../../../schemas/generated/types.ts'

export type {
  CheckContext,
  CheckPorts,
  Finding,
  Judge,
  ServiceReply,
  ServiceRequest,
  Subject,
} from '../../../runtime/guardrails/check.ts'
export type {
  OwnCheck,
  ParameterSchema,
  ParametersOf,
  ParametersSchema,
} from '../../../runtime/guardrails/own/own-check.ts'
export type * from '../../../schemas/generated/types.ts'

/** A config, to be exported as the default of its file. */
export function defineConfig(config: Config): Config {
  return config
}

/** A gateway manifest, to be exported as the default of `gateway.ts`. */
export function defineGateway(manifest: Manifest): Manifest {
  return manifest
}

/** A check of one's own, to be exported as the default of the module that the manifest names under `checks`. */
export function defineCheck<const Schema extends ParametersSchema>(
  check: OwnCheck<Schema>,
): OwnCheck<Schema> {
  return check
}
