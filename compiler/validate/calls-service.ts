// Which checks wait for a service. A custom check may, and so may one that the catalog does not know.
import type { CallsService } from '../analyse/guard-time.ts'
import type { Catalog } from '../facts/catalog.ts'

export const callsServiceBy =
  ({ check }: Pick<Catalog, 'check'>): CallsService =>
  id => {
    const facts = check(id)
    return facts === undefined || facts.module !== undefined || facts.timeLimit !== undefined
  }
