// What a runtime that serves a deployment knows of it: read at the start, and again whenever the store has changed. One that was
// deleted, or cannot be read, is served as it was.
import type { Deployment } from '../../../../schemas/generated/control-types.ts'
import type { ResourceStore } from '../../core/resource-store.ts'
import { DEPLOYMENT, DEPLOYMENT_FORM, servesCallersOf } from './model.ts'

export interface FollowedDeployment {
  readonly slug: string
  /** Whether callers of a workspace are served now. */
  readonly servesWorkspace: (workspace: string) => boolean
  /** Reads the deployment, and returns the label to follow. Rejects with a `StoreError` if the store cannot be used. */
  readonly readLabel: () => Promise<string>
}

/** A sentence where the store has no such deployment. */
export async function followDeployment(
  store: ResourceStore,
  slug: string,
  writeLog: (level: 'info' | 'error', message: string) => void,
): Promise<FollowedDeployment | string> {
  if (store.holds !== 'all') return `The store ${store.name} only holds releases: it has no deployments.`
  const first = await store.read(DEPLOYMENT, slug)
  if (first === undefined)
    return `The store ${store.name} has no deployment "${slug}": POST /v1/deployments makes it.`
  let current: Deployment = DEPLOYMENT_FORM.read(first)
  if (current.production)
    writeLog('info', `The deployment "${slug}" serves production: it follows the label "${current.label}".`)
  let isGone = false
  return {
    slug,
    servesWorkspace: workspace => servesCallersOf(current, workspace),
    readLabel: async () => {
      const found = await store.read(DEPLOYMENT, slug)
      if (found !== undefined) {
        const { label, production } = DEPLOYMENT_FORM.read(found)
        if (production && (label !== current.label || !current.production))
          writeLog('info', `The deployment "${slug}" serves production: it follows the label "${label}".`)
        current = DEPLOYMENT_FORM.read(found)
      } else if (!isGone)
        writeLog('error', `The deployment "${slug}" has been deleted: it is served as it was.`)
      isGone = found === undefined
      return current.label
    },
  }
}
