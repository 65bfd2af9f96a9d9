// The parts of a test file with their pointers, so that every rule reports where a mistake was written.
import type {
  ConfigTests,
  Gateway,
  GivenRequest,
  Plan,
  UpstreamScripts,
  UpstreamStep,
} from '../../../schemas/generated/types.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import type { Catalog } from '../../facts/catalog.ts'

/** What tests can name. */
export interface TestSubjects {
  /** By identifier; undefined for a config with errors. */
  readonly plans: ReadonlyMap<string, Plan | undefined>
  /** Undefined where the manifest has errors: then names are not checked. */
  readonly gateway: Gateway | undefined
  readonly catalog: Catalog
}

/** The same, where the manifest has no errors. */
export type KnownSubjects = TestSubjects & { readonly gateway: Gateway }

/** The name of the file whose requests name no config. */
export const GATEWAY_TESTS = 'gateway'

/** The config of a case; undefined if its requests name none. `own`: the config that the case names. */
export function configOf(tests: ConfigTests, own: string | undefined, stem: string): string | undefined {
  const named = own ?? tests.config
  return named ?? (stem === GATEWAY_TESTS ? undefined : stem)
}

/** A request and its scripts: those of the file, of a case, or of an earlier request of one. */
export interface TestPart {
  readonly at: Pointer
  /** The index of the case; undefined for what applies to all cases. */
  readonly index: number | undefined
  readonly given: GivenRequest | undefined
  readonly upstreams: UpstreamScripts | undefined
}

export function testParts(tests: ConfigTests): readonly TestPart[] {
  const cases = tests.cases.flatMap((each, index): readonly TestPart[] => {
    const at = childPointer('/cases', index)
    const earlier = (each.earlier ?? []).map((part, position) => ({
      at: childPointer(childPointer(at, 'earlier'), position),
      index,
      given: part.given,
      upstreams: part.upstreams,
    }))
    return [...earlier, { at, index, given: each.given, upstreams: each.upstreams }]
  })
  return [{ at: '', index: undefined, given: tests.given, upstreams: tests.upstreams }, ...cases]
}

/** The steps of a script, each with its pointer. */
export function stepsOf(
  script: UpstreamStep | readonly UpstreamStep[],
  at: Pointer,
): readonly (readonly [UpstreamStep, Pointer])[] {
  return isList(script)
    ? script.map((step, index) => [step, childPointer(at, index)] as const)
    : [[script, at]]
}

const isList = (script: UpstreamStep | readonly UpstreamStep[]): script is readonly UpstreamStep[] =>
  Array.isArray(script)
