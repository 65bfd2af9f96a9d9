// Normalizes hooks and guardrails of both spellings (semantics, section 10) into a guard node around the call.
import type { GuardNode, GuardUse, PlanFeedback } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment, ManifestGuards } from '../facts/environment.ts'
import { checkId, lowerCheck } from './check.ts'
import type { ConfigParts } from './partition-config.ts'
import { streamMode } from './stream-mode.ts'

type ConfigOrigin = CompileEnvironment['origin']
type GuardPhase = 'before' | 'after'

interface GuardOutcome {
  readonly deny?: boolean
  readonly feedback?: PlanFeedback
}

/** A hook or guardrail in either spelling: every other key is a check with its parameters. */
interface GuardInput {
  readonly id?: string
  readonly type?: string
  readonly deny?: boolean
  readonly denial_message?: string
  readonly when?: 'before' | 'beside'
  readonly async?: boolean
  readonly sequential?: boolean
  readonly stream?: GuardUse['stream']
  readonly checks?: readonly { readonly id: string; readonly parameters: object }[]
  readonly on_fail?: GuardOutcome
  readonly on_success?: GuardOutcome
  readonly [shorthand: string]: unknown
}

/** The guards of an effective config around the node with this index, or undefined if there are none. */
export function lowerGuards(
  { before_request_hooks, after_request_hooks, input_guardrails, output_guardrails }: ConfigParts['guards'],
  child: number,
  catalog: Catalog,
  { origin: configOrigin, guards: manifest, spelling }: CompileEnvironment,
): GuardNode | undefined {
  const resolveNamed = (id: string): readonly GuardUse[] => {
    const guards = manifest?.byId ?? {}
    return Object.hasOwn(guards, id) ? [guards[id]].filter(guard => guard !== undefined) : []
  }
  const inlineGuards = (property: string, list: readonly unknown[] = []): readonly GuardUse[] =>
    list.flatMap((item, index) => {
      const name = guardReference(item)
      return name === undefined
        ? lowerGuard(item as GuardInput, `${property}[${index}]`, catalog, configOrigin, spelling)
        : resolveNamed(name)
    })
  const gatewayWide = (phase: GuardPhase): readonly GuardUse[] =>
    (manifest?.[phase] ?? []).flatMap(resolveNamed)
  const before = [
    ...gatewayWide('before'),
    ...inlineGuards('before_request_hooks', before_request_hooks),
    ...inlineGuards('input_guardrails', input_guardrails),
  ]
  const after = [
    ...gatewayWide('after'),
    ...inlineGuards('after_request_hooks', after_request_hooks),
    ...inlineGuards('output_guardrails', output_guardrails),
  ]
  if (before.length === 0 && after.length === 0) return undefined
  return { kind: 'guard', children: [{ path: '', node: child }], before, after }
}

/** One guard. `name` is its identifier unless it has one. */
export function lowerGuard(
  input: GuardInput,
  name: string,
  catalog: Catalog,
  configOrigin: ConfigOrigin,
  spelling?: CompileEnvironment['spelling'],
): GuardUse {
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
    denial_message,
    when,
    ...shorthand
  } = input
  const denies = denyMode(deny || on_fail?.deny === true, on_success?.deny === true)
  const uses = [
    ...Object.entries(shorthand).map(([name, parameters]) => ({
      name,
      parameters: parameters as JsonObject,
    })),
    ...checks.map(check => ({ name: check.id, parameters: check.parameters as JsonObject })),
  ]
  const configured = uses.map(({ name, parameters }) => ({ facts: catalog.check(checkId(name)), parameters }))
  return {
    id,
    ...(type === undefined ? {} : { type }),
    deny: denies,
    ...(denial_message === undefined ? {} : { denialMessage: denial_message }),
    async,
    ...(when === 'beside' ? { beside: true } : {}),
    sequential,
    stream: streamMode(stream, denies, configured),
    checks: uses.map(check =>
      lowerCheck(check.name, check.parameters, catalog, configOrigin, denies, spelling),
    ),
    ...(on_fail?.feedback === undefined ? {} : { onFail: on_fail.feedback }),
    ...(on_success?.feedback === undefined ? {} : { onSuccess: on_success.feedback }),
  }
}

/** Validation ensures that not both are set. */
function denyMode(failed: boolean, passed: boolean): GuardUse['deny'] {
  if (failed) return 'failed'
  return passed ? 'passed' : 'never'
}

/** The guards of a manifest, in the form the compile environment needs. */
export const manifestGuards = (gateway: {
  readonly guardrails: Readonly<Record<string, GuardUse>>
  readonly inputGuardrails: readonly string[]
  readonly outputGuardrails: readonly string[]
}): ManifestGuards => ({
  byId: gateway.guardrails,
  before: gateway.inputGuardrails,
  after: gateway.outputGuardrails,
})

/** The id of the guardrail of the manifest that an item refers to, a string or an object; undefined for an item that is a guard itself. */
export function guardReference(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
  const entries = Object.entries(item)
  const id: unknown = entries.find(([name]) => name === 'id')?.[1]
  return typeof id === 'string' && entries.every(([name]) => name === 'id' || name === 'type')
    ? id
    : undefined
}
