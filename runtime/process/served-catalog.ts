// What serving a plan needs to know of providers and checks. It compiles nothing, so it has no validators.
import type { ServedCatalog } from '../../compiler/facts/catalog.ts'
import { createServedCatalog } from '../../compiler/facts/create-catalog.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import { checkDeclarations } from '../../schemas/generated/checks.ts'
import { linkBaseUrls } from '../providers/base-url.ts'
import { hostFault } from '../upstream/address.ts'
import type { Adapters } from '../values/adapter.ts'

export const servedCatalog = (adapters: Adapters): ServedCatalog =>
  createServedCatalog(catalogue, { ...linkBaseUrls(adapters), validateHost: hostFault }, checkDeclarations)
