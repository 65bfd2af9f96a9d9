// The control plane as a listener sees it that does not serve it: its paths are known, and the reply names where they are served.
import type { ControlSurface } from '../../values/control-surface.ts'
import { failure, quoted } from '../../values/failures.ts'
import { CONTROL_TOOLS_PATH } from '../core/control-slug.ts'
import { matchControlRoute } from './route-table.ts'

/** `place` is where the routes are served, such as `on the admin listener`. No caller is identified, and nothing is looked up. */
export const controlElsewhere = (
  place: string,
  { hasTools = false }: Pick<ControlSurface, 'hasTools'>,
): ControlSurface => ({
  admit: ({ method, pathname }) =>
    matchControlRoute(method, pathname) === undefined && !(hasTools && pathname === CONTROL_TOOLS_PATH)
      ? undefined
      : failure('not_found', `${quoted(pathname)} is served ${place} of this gateway.`),
})
