// Checks with credentials from a secret manager: linked again when a value has changed, and not evaluated without one. Other
// checks are linked once.
import type { Gateway, GuardCheck, Secret } from '../../../schemas/generated/types.ts'
import type { CheckResult, Evaluate } from '../check.ts'

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
