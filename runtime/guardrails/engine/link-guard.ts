// Guards of a plan → linked guards. Order is preserved only where it matters: a check that rewrites waits for those before
// it, and those after it see what it wrote; everything else runs concurrently.
import type { ServedCatalog } from '../../../compiler/facts/catalog.ts'
import { rewritingOf } from '../../../compiler/lower/stream-mode.ts'
import type { Gateway, GuardCheck, GuardUse, Secret } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { TokenRequest } from '../../values/authentication.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { Check, CheckResult, Evaluate, GatewayCheckContext } from '../check.ts'
import type { GuardStage, LinkedCheck, LinkedGuard } from './linked-guard.ts'
import type { TextMemory } from './text-memory.ts'

/** Default timeout of a check in milliseconds. */
const DEFAULT_TIMEOUT_MS = 10_000

/** What linking needs besides the guard itself. */
interface GuardDependencies {
  readonly check: (id: string) => Check | undefined
  readonly catalog: Pick<ServedCatalog, 'check'>
  readonly secret: (secret: Secret) => string | undefined
  readonly gateway?: Pick<Gateway, 'secretReferences'>
  readonly ports: Ports
  /** Requests an access token, or finds it in the cache. */
  readonly tokens: (request: TokenRequest) => Promise<string | Failure>
  readonly textMemory?: TextMemory | undefined
}

export function linkGuard(use: GuardUse, dependencies: GuardDependencies): LinkedGuard {
  const checks = use.checks.map(check => linkCheck(check, dependencies))
  const facts = use.checks.map(({ id }) => dependencies.catalog.check(id))
  const { id, type, deny, denialMessage, async, beside = false, stream, onFail, onSuccess } = use
  return {
    id,
    ...(type === undefined ? {} : { type }),
    deny,
    ...(denialMessage === undefined ? {} : { denialMessage }),
    async,
    beside: beside && !checks.some(check => check.rewrites),
    // Plans of earlier versions leave this to the runtime: what was released can only be rewritten in windows.
    stream: stream === 'window' && !worksInWindows(checks) ? 'hold' : stream,
    ...(onFail === undefined ? {} : { onFail }),
    ...(onSuccess === undefined ? {} : { onSuccess }),
    digest: dependencies.ports.hash(canonicalJson(use)),
    groups: groupRuns(checks, check => use.sequential || check.rewrites),
    stopsAtFailure: use.sequential && deny === 'failed',
    rewrites: checks.some(check => check.rewrites),
    readsTexts: facts.some(fact => fact?.readsTexts !== false),
  }
}

/** Checks that rewrite do so one after the other: they have no windows in common with others. */
const worksInWindows = (checks: readonly LinkedCheck[]): boolean =>
  checks.every(({ rewrites }) => !rewrites) || checks.every(({ windows }) => windows !== undefined)

/** Whether the guard denies or rewrites based on texts, so content that it cannot read must be rejected. */
export const isTextEnforcing = ({ async, deny, rewrites, readsTexts }: LinkedGuard): boolean =>
  !async && readsTexts && (deny !== 'never' || rewrites)

/** Groups guards into stages. */
export const toStages = (guards: readonly LinkedGuard[]): readonly GuardStage[] =>
  groupRuns(guards, guard => guard.rewrites)

function linkCheck(use: GuardCheck, dependencies: GuardDependencies): LinkedCheck {
  const {
    id,
    parameters,
    credentials,
    scope,
    failOnError,
    byCaller = false,
    timeout = DEFAULT_TIMEOUT_MS,
  } = use
  const { check: findCheck, catalog, secret, ports, tokens, textMemory } = dependencies
  const check = findCheck(id)
  if (check === undefined)
    throw new Error(`The check ${id} reached the linker: \`requires\` should have rejected it.`)
  const credential = (name: string): string | undefined => {
    const reference = Object.hasOwn(credentials, name) ? credentials[name] : undefined
    return reference && secret(reference)
  }
  const { hash, keyedHash, signRsa, clock } = ports
  const context: GatewayCheckContext = {
    credential,
    hash,
    keyedHash,
    accessToken: async describe => {
      const request = describe({ now: clock.now(), hash, keyedHash, signRsa })
      return isFailure(request) ? request : await tokens(request)
    },
    // A custom check may have changed since.
    ...(textMemory === undefined || catalog.check(id)?.module !== undefined
      ? {}
      : { recall: textMemory(hash(canonicalJson([id, parameters]))) }),
  }
  const linked = parameters as Parameters<typeof check.link>[0]
  const windows = check.linkWindows?.(linked)
  return {
    id,
    evaluate: linkEvaluate(use, () => check.link(linked, context), dependencies),
    credentials,
    byCaller,
    scope,
    files: check.readsFiles === true,
    failOnError,
    timeoutMs: timeout,
    rewrites: rewritingOf({ facts: catalog.check(id), parameters: parameters as JsonObject }) !== 'never',
    ...(windows === undefined ? {} : { windows }),
  }
}

/** Exclusive items form groups of one; the runs between them form one group each. */
function groupRuns<T>(items: readonly T[], isExclusive: (item: T) => boolean): readonly (readonly T[])[] {
  const groups: T[][] = []
  let current: T[] | undefined
  for (const item of items) {
    if (current === undefined || isExclusive(item)) {
      current = [item]
      groups.push(current)
    } else current.push(item)
    if (isExclusive(item)) current = undefined
  }
  return groups
}

// Checks with credentials from a secret manager: linked again when a value has changed, and not evaluated without one. Other
// checks are linked once.

export interface ReferringParts {
  readonly secret: (secret: Secret) => string | undefined
  readonly gateway?: Pick<Gateway, 'secretReferences'>
}

/** `link` links the check with the secrets of this moment. */
export function linkEvaluate(
  { credentials }: Pick<GuardCheck, 'credentials'>,
  link: () => Evaluate,
  { secret, gateway }: ReferringParts,
): Evaluate {
  const references = Object.values(credentials).filter(({ source }) => source === 'secret')
  if (references.length === 0) return link()
  const allowed = references.flatMap(({ name }) => {
    const workspaces = gateway?.secretReferences?.[name]?.workspaces
    return workspaces === undefined ? [] : [new Set(workspaces)]
  })
  let known: readonly (string | undefined)[] = []
  let evaluate: Evaluate | undefined
  return (subject, ports) => {
    if (!allowed.every(workspaces => workspaces.has(subject.workspace))) return NOT_ALLOWED
    const values = references.map(secret)
    if (values.includes(undefined)) return UNAVAILABLE
    if (evaluate === undefined || values.some((value, index) => value !== known[index])) {
      evaluate = link()
      known = values
    }
    return evaluate(subject, ports)
  }
}

const UNAVAILABLE: CheckResult = {
  passed: false,
  error: true,
  reason: 'A secret of the check cannot be read from its manager at the moment.',
}

const NOT_ALLOWED: CheckResult = {
  passed: false,
  error: true,
  reason: 'The workspace may not use a secret of the check.',
}
