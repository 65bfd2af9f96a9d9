// Providers of the store in a simulation, which has none: each is one that speaks the interface's own schema, at an address that
// does not exist, so that what a config does around them can be tested.
import { externalUses } from '../../compiler/plan/external-uses.ts'
import type { Bundle, Gateway, StaticBinding } from '../../schemas/generated/types.ts'

/** Of the catalog: what it takes is sent as clients wrote it. */
const PROVIDER = 'openai'

export const withExternalProviders = (bundle: Bundle): Gateway => ({
  ...bundle.gateway,
  providers: {
    ...bundle.gateway.providers,
    ...Object.fromEntries(externalUses(bundle).providers.map(slug => [slug, standIn(slug)] as const)),
  },
})

const standIn = (slug: string): StaticBinding => {
  const origin = `https://${slug.replaceAll(/[^a-z0-9-]/g, '-')}.external.invalid`
  return {
    from: 'own',
    provider: PROVIDER,
    baseUrl: `${origin}/v1`,
    custom: true,
    settings: {},
    credentials: { api_key: { source: 'literal', name: 'simulated', origins: [origin] } },
    allowedOrigins: [],
  }
}
