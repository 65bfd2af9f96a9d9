// Guards of a plan → linked guards. Order is kept only where it matters: a check that rewrites waits for those before
// it, and those after it see what it wrote; everything else runs concurrently.

import { canonical } from '../../compiler/plan/canonical.ts'
import type { GuardCheck, GuardUse } from '../../schemas/generated/types.ts'
import type { Parts } from '../link/parts.ts'
import type { LinkedCheck, LinkedGuard, OpenPorts, Stage } from './linked-guard.ts'

/** Default timeout of a check in milliseconds. */
export const LONGEST_CHECK = 10_000

export type LinkPorts = (check: GuardCheck, milliseconds: number) => OpenPorts

type Needed = Pick<Parts, 'check' | 'catalog' | 'secret' | 'ports'>

export function linkGuard(use: GuardUse, linkPorts: LinkPorts, parts: Needed): LinkedGuard {
  const checks = use.checks.map(check => linkCheck(check, linkPorts, parts))
  const facts = use.checks.map(({ id }) => parts.catalog.check(id))
  const { id, type, deny, async, stream, onFail, onSuccess } = use
  return {
    id,
    ...(type === undefined ? {} : { type }),
    deny,
    async,
    stream: stream === 'window' && !fitsWindows(use, facts) ? 'hold' : stream,
    ...(onFail === undefined ? {} : { onFail }),
    ...(onSuccess === undefined ? {} : { onSuccess }),
    digest: parts.ports.hash(canonical(use)),
    groups: grouped(checks, check => use.sequential || check.rewrites),
    stops: use.sequential && deny === 'failed',
    rewrites: checks.some(check => check.rewrites),
    readsTexts: facts.some(fact => fact?.readsTexts !== false),
  }
}

/** Released text cannot be rewritten, and a window cannot establish that the whole reply passed. */
const fitsWindows = (
  { deny }: GuardUse,
  facts: readonly ({ windows: boolean; rewrites: boolean } | undefined)[],
) => deny !== 'passed' && facts.every(fact => fact?.windows === true && !fact.rewrites)

/** Whether the guard denies or rewrites based on texts, so content that it cannot read must be rejected. */
export const protectsTexts = ({ async, deny, rewrites, readsTexts }: LinkedGuard): boolean =>
  !async && readsTexts && (deny !== 'never' || rewrites)

/** Groups guards into stages. */
export const stagesOf = (guards: readonly LinkedGuard[]): readonly Stage[] =>
  grouped(guards, guard => guard.rewrites)

function linkCheck(
  check: GuardCheck,
  linkPorts: LinkPorts,
  { check: find, catalog, secret, ports }: Needed,
): LinkedCheck {
  const { id, parameters, credentials, scope, failOnError, timeout = LONGEST_CHECK } = check
  const found = find(id)
  if (found === undefined)
    throw new Error(`The check ${id} reached the linker: \`requires\` should have rejected it.`)
  const credential = (name: string): string | undefined => {
    const held = Object.hasOwn(credentials, name) ? credentials[name] : undefined
    return held && secret(held)
  }
  const context = { credential, hash: ports.hash, keyedHash: ports.keyedHash }
  return {
    id,
    judge: found.link(parameters as Parameters<typeof found.link>[0], context),
    open: linkPorts(check, timeout),
    scope,
    failOnError,
    milliseconds: timeout,
    rewrites: catalog.check(id)?.rewrites === true,
  }
}

/** Exclusive items form groups of one; the runs between them form one group each. */
function grouped<T>(items: readonly T[], alone: (item: T) => boolean): readonly (readonly T[])[] {
  const groups: T[][] = []
  let open: T[] | undefined
  for (const item of items) {
    if (open === undefined || alone(item)) {
      open = [item]
      groups.push(open)
    } else open.push(item)
    if (alone(item)) open = undefined
  }
  return groups
}
