// Guards of a plan → guards in memory. Order where order matters alone: a check that rewrites waits for what stands
// before it, and what stands after it sees what it wrote; everything else runs side by side.

import { canonical } from '../../compiler/plan/canonical.ts'
import type { GuardCheck, GuardUse } from '../../schemas/generated/types.ts'
import type { Parts } from '../link/parts.ts'
import type { LinkedCheck, LinkedGuard, OpenPorts, Stage } from './linked-guard.ts'

/** How long a check may take that says nothing of it, in milliseconds. */
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

/** What is let go cannot be rewritten any more, nor can a window tell that all of a reply passed. */
const fitsWindows = (
  { deny }: GuardUse,
  facts: readonly ({ windows: boolean; rewrites: boolean } | undefined)[],
) => deny !== 'passed' && facts.every(fact => fact?.windows === true && !fact.rewrites)

/** What it lets through, or changes, depends on texts: nothing may pass that it cannot read. */
export const protectsTexts = ({ async, deny, rewrites, readsTexts }: LinkedGuard): boolean =>
  !async && readsTexts && (deny !== 'never' || rewrites)

/** The guards in stages. */
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
    throw new Error(`The check ${id} reached the linker: \`requires\` should have refused it.`)
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

/** Items that must stand alone are groups of their own; the runs between them are groups. */
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
