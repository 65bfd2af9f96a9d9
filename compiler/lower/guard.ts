// Normalizes hooks and guardrails of both spellings (semantics, section 10) into a guard node around the call.
import type { GuardNode, GuardUse, PlanFeedback } from '../../schemas/generated/types.ts'
import type { Catalog } from '../catalog.ts'
import type { JsonObject } from '../source.ts'
import type { ManifestGuards, Surroundings } from '../surroundings.ts'
import { lowerCheck } from './guard-check.ts'
import type { Roles } from './roles.ts'

type Door = Surroundings['door']
type Side = 'before' | 'after'

interface Outcome {
  readonly deny?: boolean
  readonly feedback?: PlanFeedback
}

/** A hook or guardrail in either spelling: every other key is a check with its parameters. */
interface Written {
  readonly id?: string
  readonly type?: string
  readonly deny?: boolean
  readonly async?: boolean
  readonly sequential?: boolean
  readonly stream?: GuardUse['stream']
  readonly checks?: readonly { readonly id: string; readonly parameters: object }[]
  readonly on_fail?: Outcome
  readonly on_success?: Outcome
  readonly [shorthand: string]: unknown
}

/** The guards of an effective config around the node with this index, or undefined where there are none. */
export function lowerGuards(
  { before_request_hooks, after_request_hooks, input_guardrails, output_guardrails }: Roles['guards'],
  child: number,
  catalog: Catalog,
  { door, guards: manifest }: Surroundings,
): GuardNode | undefined {
  const named = (id: string): readonly GuardUse[] => {
    const guards = manifest?.named ?? {}
    return Object.hasOwn(guards, id) ? [guards[id]].filter(guard => guard !== undefined) : []
  }
  const own = (property: string, list: readonly unknown[] = []): readonly GuardUse[] =>
    list.flatMap((item, index) =>
      typeof item === 'string'
        ? named(item)
        : lowerGuard(item as Written, `${property}[${index}]`, catalog, door),
    )
  const everywhere = (side: Side): readonly GuardUse[] => (manifest?.[side] ?? []).flatMap(named)
  const before = [
    ...everywhere('before'),
    ...own('before_request_hooks', before_request_hooks),
    ...own('input_guardrails', input_guardrails),
  ]
  const after = [
    ...everywhere('after'),
    ...own('after_request_hooks', after_request_hooks),
    ...own('output_guardrails', output_guardrails),
  ]
  if (before.length === 0 && after.length === 0) return undefined
  return { kind: 'guard', children: [{ at: '', node: child }], before, after }
}

/** One guard. `name` is its identifier unless it has one. */
export function lowerGuard(written: Written, name: string, catalog: Catalog, door: Door): GuardUse {
  const {
    id = name,
    type,
    deny = false,
    async = false,
    sequential = false,
    checks = [],
    on_fail,
    on_success,
    stream,
    ...shorthand
  } = written
  const denies = denial(deny || on_fail?.deny === true, on_success?.deny === true)
  return {
    id,
    ...(type === undefined ? {} : { type }),
    deny: denies,
    async,
    sequential,
    stream: stream ?? (denies === 'never' ? 'end' : 'hold'),
    checks: [
      ...Object.entries(shorthand).map(([name, parameters]) =>
        lowerCheck(name, parameters as JsonObject, catalog, door),
      ),
      ...checks.map(check => lowerCheck(check.id, check.parameters as JsonObject, catalog, door)),
    ],
    ...(on_fail?.feedback === undefined ? {} : { onFail: on_fail.feedback }),
    ...(on_success?.feedback === undefined ? {} : { onSuccess: on_success.feedback }),
  }
}

/** Validation ensures that not both are set. */
function denial(failed: boolean, passed: boolean): GuardUse['deny'] {
  if (failed) return 'failed'
  return passed ? 'passed' : 'never'
}

/** The guards of a manifest, in the form the compile environment needs. */
export const manifestGuards = (gateway: {
  readonly guardrails: Readonly<Record<string, GuardUse>>
  readonly inputGuardrails: readonly string[]
  readonly outputGuardrails: readonly string[]
}): ManifestGuards => ({
  named: gateway.guardrails,
  before: gateway.inputGuardrails,
  after: gateway.outputGuardrails,
})
