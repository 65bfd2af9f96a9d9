// Hooks and guardrails, in both spellings, become one form (semantics, section 10): names get their prefix, defaults
// are written out, credentials become references bound to the service that the check asks.
import type { GuardCheck, GuardNode, GuardUse, PlanFeedback, Secret } from '../../schemas/generated/types.ts'
import type { Catalog } from '../catalog.ts'
import type { JsonObject } from '../source.ts'
import type { ManifestGuards, Surroundings } from '../surroundings.ts'
import { lowerSecret } from './binding.ts'
import { originOf } from './origin.ts'
import type { Roles } from './roles.ts'

type Door = Surroundings['door']
type Side = 'before' | 'after'

interface Outcome {
  readonly deny?: boolean
  readonly feedback?: PlanFeedback
}

/** A hook or guardrail in either spelling: what is not listed is a check with its parameters. */
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

/** A name without a dot is one of ours. */
export const checkId = (name: string): string => (name.includes('.') ? name : `default.${name}`)

/** The guards of an effective config around the node with this index, or undefined where there are none. */
export function lowerGuards(
  { before_request_hooks, after_request_hooks, input_guardrails, output_guardrails }: Roles['guards'],
  child: number,
  catalog: Catalog,
  { door, guards: manifest }: Surroundings,
): GuardNode | undefined {
  const own = (property: string, list: readonly unknown[] = []): readonly GuardUse[] =>
    list.flatMap((item, index) => {
      if (typeof item === 'string') return manifest?.named[item] ?? []
      return lowerGuard(item as Written, `${property}[${index}]`, catalog, door)
    })
  const everywhere = (side: Side): readonly GuardUse[] =>
    (manifest?.[side] ?? []).flatMap(id => manifest?.named[id] ?? [])
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

/** One guard. `name` stands for an identifier that it lacks. */
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
  const all = [
    ...Object.entries(shorthand).map(([key, parameters]) => ({ id: key, parameters: parameters as object })),
    ...checks,
  ]
  return {
    id,
    ...(type === undefined ? {} : { type }),
    deny: denies,
    async,
    sequential,
    stream: stream ?? (denies === 'never' ? 'end' : 'hold'),
    checks: all.map(check => lowerCheck(checkId(check.id), check.parameters, catalog, door)),
    ...(on_fail?.feedback === undefined ? {} : { onFail: on_fail.feedback }),
    ...(on_success?.feedback === undefined ? {} : { onSuccess: on_success.feedback }),
  }
}

/** `check` saw to it that not both are wanted. */
function denial(failed: boolean, passed: boolean): GuardUse['deny'] {
  if (failed) return 'failed'
  return passed ? 'passed' : 'never'
}

function lowerCheck(id: string, written: object, catalog: Catalog, door: Door): GuardCheck {
  const facts = catalog.check(id)
  const { failOnError, scope, timeout, ...parameters } = {
    ...facts?.defaults,
    ...(written as JsonObject),
  } as JsonObject
  const isSecret = ([name]: readonly [string, unknown]): boolean => facts?.secrets.includes(name) === true
  const origin = originOf(filled(facts?.address ?? '', parameters))
  const origins = origin === undefined ? [] : [origin]
  const credentials: readonly (readonly [string, Secret])[] = Object.entries(parameters)
    .filter(isSecret)
    .map(([name, value]) => [name, lowerSecret(name, value, origins, door)])
  return {
    id,
    parameters: Object.fromEntries(Object.entries(parameters).filter(entry => !isSecret(entry))),
    credentials: Object.fromEntries(credentials),
    scope: scope === 'all' ? 'all' : 'last',
    failOnError: failOnError === true,
    ...(typeof timeout === 'number' ? { timeout } : {}),
  }
}

/** The address of a service with parameters in their places. */
const filled = (address: string, parameters: JsonObject): string =>
  address.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''))

/** The guards of a manifest, as configs are compiled with. */
export const manifestGuards = (gateway: {
  readonly guardrails: Readonly<Record<string, GuardUse>>
  readonly inputGuardrails: readonly string[]
  readonly outputGuardrails: readonly string[]
}): ManifestGuards => ({
  named: gateway.guardrails,
  before: gateway.inputGuardrails,
  after: gateway.outputGuardrails,
})
