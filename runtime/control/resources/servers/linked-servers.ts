// Servers of one kind as requests use them: linked when they are first called, again when they or their integrations have changed. Looking
// at two revisions finds that out, so nothing of a bundle that was replaced stays behind as a listener.
import { asText } from '../../../../schemas/values/json.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'

/** The kinds in the store. */
export interface LinkedKinds {
  readonly server: string
  readonly integration: string
}

/** By their slugs or identifiers; the same object until it changes. Undefined where the server or its integration is gone. */
export function linkServersOfStore<Linked>(
  replica: Pick<Replica, 'get' | 'find'>,
  kinds: LinkedKinds,
  link: (server: Resource, integration: Resource) => Linked,
): (name: string) => Linked | undefined {
  const known = new Map<string, { readonly revisions: readonly [number, number]; readonly linked: Linked }>()
  return name => {
    const server = findResourceNamed(replica, kinds.server, name)
    const slug = server?.id ?? name
    const integration = server && replica.get(kinds.integration, asText(server.value['integration']) ?? '')
    if (server === undefined || integration === undefined) {
      known.delete(slug)
      return undefined
    }
    const found = known.get(slug)
    if (found?.revisions[0] === server.revision && found.revisions[1] === integration.revision)
      return found.linked
    const linked = link(server, integration)
    known.set(slug, { revisions: [server.revision, integration.revision], linked })
    return linked
  }
}
