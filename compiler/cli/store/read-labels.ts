// All labels of a project in a store, however many there are.

import type { Resource, ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { RELEASE_LABEL } from '../../../runtime/control/releases/release-kinds.ts'

const PAGE = 100

export async function readLabels(
  store: Pick<ResourceStore, 'list'>,
  project: string,
): Promise<readonly Resource[]> {
  const labels: Resource[] = []
  for (;;) {
    const after = labels.at(-1)?.id
    const prefix = `${project}/`
    const page = await store.list(RELEASE_LABEL, {
      prefix,
      limit: PAGE,
      ...(after !== undefined && { after }),
    })
    labels.push(...page)
    if (page.length < PAGE) return labels
  }
}
