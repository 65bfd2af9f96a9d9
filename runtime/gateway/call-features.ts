// The features of calls of models, all of them loaded: for hosts that start no servers, as simulations.
import type { Catalog } from '../../compiler/facts/catalog.ts'
import type { Bundle, Gateway } from '../../schemas/generated/types.ts'
import { linkConfigCompiler } from './compile-config.ts'
import type { GatewayFeatures } from './gateway-parts.ts'
import { promptLinker } from './link-prompts.ts'

/** `hasStoredProviders`: slugs may be those of providers that were saved by API. */
export const callFeatures = (
  bundle: Bundle,
  gateway: Gateway,
  catalog: Catalog,
  hasStoredProviders = false,
): GatewayFeatures => ({
  linkPrompts: promptLinker(bundle),
  compileConfig: linkConfigCompiler(gateway, catalog, hasStoredProviders),
})
