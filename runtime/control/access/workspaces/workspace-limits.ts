// The limits of workspaces of the store as they are enforced: policies with the workspace as their condition.
import type { Limiter } from '../../../limits/limiter.ts'
import type { Replica } from '../../core/replica.ts'
import { policiesOfOwners } from '../../limits/limit-owner.ts'
import { WORKSPACE, WORKSPACE_FORM, workspaceOwner } from './model.ts'

/** Enforces them, now and after each change of a workspace. */
export function followWorkspaceLimits(limiter: Pick<Limiter, 'replace'>, replica: Replica): void {
  const enforce = (): void =>
    limiter.replace(
      'workspaces',
      policiesOfOwners(replica.all(WORKSPACE).map(resource => workspaceOwner(WORKSPACE_FORM.read(resource)))),
    )
  enforce()
  replica.onChange(WORKSPACE, enforce)
}
