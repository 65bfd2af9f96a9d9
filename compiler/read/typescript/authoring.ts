// What config authors import from `portolan`. The functions return their argument; they exist to give literals a type in
// editors. When a config runs, a module with the same exports replaces this file; modules of custom checks import this file
// (runtime/stores/custom-checks).
import type { CustomCheck, CustomCheckSchema } from '../../../schemas/contracts/custom-check.ts'
import type { Config, ConfigTests, Manifest } from '../../../schemas/generated/types.ts'

export type {
  CheckContext,
  CheckInput,
  CheckPorts,
  CheckResult,
  Evaluate,
  ServiceReply,
  ServiceRequest,
} from '../../../schemas/contracts/check.ts'
export type {
  CustomCheck,
  CustomCheckSchema,
  ParameterSchema,
  ParametersOf,
} from '../../../schemas/contracts/custom-check.ts'
export type * from '../../../schemas/generated/types.ts'

/** Defines a config, the default export of its file. */
export function defineConfig(config: Config): Config {
  return config
}

/** Defines a gateway manifest, the default export of `gateway.ts`. */
export function defineGateway(manifest: Manifest): Manifest {
  return manifest
}

/** Defines tests of a config, the default export of `chat.test.ts`. */
export function defineTests(tests: ConfigTests): ConfigTests {
  return tests
}

/** Defines a custom check, the default export of a module that the manifest names under `checks`. */
export function defineCheck<const Schema extends CustomCheckSchema>(
  check: CustomCheck<Schema>,
): CustomCheck<Schema> {
  return check
}
