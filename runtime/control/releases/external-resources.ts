// What a release uses of the store, beside its own: providers, prompts and secret references that were saved by API. A push of what
// the store lacks is refused, since calls would be.
import { type ExternalUses, externalUses } from '../../../compiler/plan/external-uses.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'
import { StoreError } from '../core/store-error.ts'
import { INTEGRATION, integrationOf } from '../resources/integrations/model.ts'
import { PROMPT } from '../resources/prompts/model.ts'
import { PROVIDER, PROVIDER_FORM } from '../resources/providers/model.ts'
import { SECRET_REFERENCE, savedReferenceOf } from '../resources/secret-references/model.ts'

type ReadableStore = Pick<ResourceStore, 'name' | 'holds' | 'read' | 'list'>

const PAGE = 1_000

/** Sentences about what the store lacks; none where it has everything. Rejects with a `StoreError` if it cannot be read. */
export async function findLacking(
  store: ReadableStore | undefined,
  bundle: Bundle,
): Promise<readonly string[]> {
  const uses = externalUses(bundle)
  const { providers, prompts, secrets } = uses
  if (providers.length + prompts.length + secrets.length === 0) return []
  if (store === undefined)
    return [`There is no store, so these items of "external" do not exist: ${listUses(uses)}.`]
  if (store.holds !== 'all')
    return [
      `The store ${store.name} only holds releases, so these items of "external" do not exist: ${listUses(uses)}.`,
    ]
  const known = providers.length === 0 ? new Set<string>() : await savedProviders(store)
  const missingPrompts: string[] = []
  for (const slug of prompts) if ((await store.read(PROMPT, slug)) === undefined) missingPrompts.push(slug)
  const missingSecrets: string[] = []
  const unbound: string[] = []
  for (const slug of secrets) {
    const reference = await store.read(SECRET_REFERENCE, slug)
    if (reference === undefined) missingSecrets.push(slug)
    else if (savedReferenceOf(reference).lowered.allowedOrigins === undefined) unbound.push(slug)
  }
  const lacking = listUses({
    providers: providers.filter(slug => !known.has(slug)),
    prompts: missingPrompts,
    secrets: missingSecrets,
  })
  return [
    ...(lacking === '' ? [] : [`The store ${store.name} does not have what "external" lists: ${lacking}.`]),
    ...unbound.map(
      slug =>
        `The secret reference ${quoteName(slug)} of the store ${store.name} has no "allowed_hosts", so a project may not use it: its owner chooses its hosts.`,
    ),
  ]
}

/** Reports what calls of a loaded bundle will not find; an unavailable store is reported elsewhere. */
export function reportLacking(
  store: ReadableStore | undefined,
  bundle: Bundle,
  writeLog: (level: 'error', message: string) => void,
): void {
  findLacking(store, bundle).then(
    lacking => {
      for (const sentence of lacking) writeLog('error', `${sentence} Calls that use it are refused.`)
    },
    error => {
      if (!(error instanceof StoreError)) throw error
    },
  )
}

const listUses = ({ providers, prompts, secrets }: ExternalUses): string =>
  joinNames(
    [
      ...providers.map(slug => `the provider ${quoteName(slug)}`),
      ...prompts.map(slug => `the prompt ${quoteName(slug)}`),
      ...secrets.map(slug => `the secret reference ${quoteName(slug)}`),
    ],
    'and',
  )

/** Slugs under which calls of any workspace find a provider of the store. */
async function savedProviders(store: ReadableStore): Promise<ReadonlySet<string>> {
  const integrations = (await listAll(store, INTEGRATION)).map(integrationOf)
  const known = new Set(integrations.map(({ slug }) => slug))
  const providers = (await listAll(store, PROVIDER)).map(PROVIDER_FORM.read)
  return new Set([
    ...integrations.flatMap(({ defaultSlug }) => defaultSlug ?? []),
    ...providers.flatMap(({ slug, integration }) => (known.has(integration) ? [slug] : [])),
  ])
}

async function listAll(store: ReadableStore, kind: string): Promise<readonly Resource[]> {
  const found: Resource[] = []
  for (let after: string | undefined; ; after = found.at(-1)?.id) {
    const page = await store.list(kind, { limit: PAGE, ...(after !== undefined && { after }) })
    found.push(...page)
    if (page.length < PAGE) return found
  }
}
