// LiteLLM's cache as that of a config.
import { asList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { variableOf } from '../foreign-references.ts'
import { numberIn } from '../import-context.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { each, instead, objectOf, reportUnread, type Shape } from '../source-shape.ts'
import type { Deployment } from './deployments.ts'
import { objectAt, type Placed, type Sections, settingOf } from './sections.ts'

/** Seconds that an entry may live here. */
const LEAST = 60
const MOST = 7_776_000

/** Settings of the cache; those of its connection need nothing in their place. */
const PARAMS: Shape = objectOf({
  ...each(['type', 'mode', 'ttl', 'supported_call_types', 'host', 'port', 'password', 'url', 'ssl'], 'read'),
  ...each(['similarity_threshold', 'redis_semantic_cache_embedding_model'], 'read'),
  ...each(['qdrant_semantic_cache_embedding_model', 'qdrant_semantic_cache_vector_size'], 'read'),
  ...each(
    [
      'namespace',
      'redis_flush_size',
      'max_connections',
      'username',
      'db',
      'socket_timeout',
      'disk_cache_dir',
    ],
    'unused',
  ),
  ...each(
    ['default_in_memory_ttl', 'default_in_redis_ttl'],
    instead('The age of cached replies is cache.max_age.'),
  ),
  ...each(
    ['redis_startup_nodes', 'sentinel_nodes', 'service_name', 'sentinel_password', 'gcp_service_account'],
    instead('Set REDIS_URL to the URL of the shared Redis: state: ${env:REDIS_URL}.'),
  ),
  ...each(
    [
      's3_bucket_name',
      's3_region_name',
      's3_aws_access_key_id',
      's3_aws_secret_access_key',
      's3_endpoint_url',
      's3_path',
    ],
    instead('Replies are cached in the memory of the gateway or in its Redis.'),
  ),
  ...each(
    [
      'qdrant_api_base',
      'qdrant_collection_name',
      'qdrant_quantization_config',
      'qdrant_api_key',
      'vector_store',
    ],
    instead(
      'Embeddings are stored in the process, or in PostgreSQL: cache.semantic.vectors of the manifest.',
    ),
  ),
})

export function cacheOf(
  { router }: Sections,
  deployments: readonly Deployment[],
  { manifest }: ProjectDraft,
): JsonObject | undefined {
  for (const section of router)
    for (const params of objectAt(section, 'cache_params'))
      reportUnread(params.context, PARAMS, params.value, params.at)
  const cache = settingOf(router, 'cache')
  if (cache === undefined || (cache.value !== true && !isObject(cache.value))) return undefined
  const found = isObject(cache.value) ? cache : settingOf(router, 'cache_params')
  const params = found === undefined || !isObject(found.value) ? undefined : { ...found, value: found.value }
  const type = params?.value['type'] ?? 'local'
  const left = ({ context, at }: Placed, sentence: string): undefined => {
    context.report('import-not-expressible', at, `The cache was left out: ${sentence}.`, 'key')
  }
  if (params?.value['mode'] === 'default_off')
    return left(
      params,
      'only requests that ask for it are cached in the source, and here all of a config are',
    )
  const isSemantic = typeof type === 'string' && /semantic/.test(type)
  const semantic = isSemantic && params !== undefined ? semanticOf(params, deployments) : undefined
  if (isSemantic && semantic === undefined)
    return left(
      params ?? cache,
      'its embedding model is not in the list of models. Add cache: { mode: semantic } to the config and cache.semantic to the manifest, which names the provider of embeddings',
    )
  const kinds = asList(params?.value['supported_call_types'])
  if (kinds.length > 0 && !kinds.some(kind => kind === 'acompletion' || kind === 'completion'))
    return left(params ?? cache, 'it holds no chats in the source')
  if (type === 'redis' && params !== undefined) shareState(params, manifest)
  else if (params !== undefined && type !== 'local' && !isSemantic)
    params.context.report(
      'import-approximated',
      params.at,
      `Replies are cached in the memory of the gateway, not in "${String(type)}".`,
    )
  const age = numberIn(params?.value['ttl'])
  const seconds = age === undefined ? undefined : Math.min(MOST, Math.max(LEAST, Math.round(age)))
  if (params !== undefined && age !== undefined && seconds !== age)
    params.context.report(
      'import-approximated',
      `${params.at}/ttl`,
      `Entries live ${LEAST} to ${MOST} seconds here, not ${age}.`,
    )
  if (semantic !== undefined) manifest['cache'] = { semantic }
  return { mode: isSemantic ? 'semantic' : 'simple', ...(seconds !== undefined && { max_age: seconds }) }
}

/** The provider of embeddings: a deployment of the list, or a known model of OpenAI whose provider the list has. */
function semanticOf(
  { context, at, value }: Placed<JsonObject>,
  deployments: readonly Deployment[],
): JsonObject | undefined {
  const name = value['redis_semantic_cache_embedding_model'] ?? value['qdrant_semantic_cache_embedding_model']
  const threshold = numberIn(value['similarity_threshold'])
  const bare = String(name).replace(/^openai\//, '')
  const found =
    deployments.find(({ group }) => group === name) ??
    (/^text-embedding-/.test(bare) ? deployments.find(({ provider }) => provider === 'openai') : undefined)
  if (found === undefined) return undefined
  const used = threshold === undefined ? undefined : Math.min(1, Math.max(0.5, threshold))
  if (used !== threshold)
    context.report('import-approximated', `${at}/similarity_threshold`, 'The threshold is 0.5 to 1 here.')
  return {
    provider: `@${found.slug}`,
    model: found.group === name ? (found.model ?? found.group) : bare,
    ...(used !== undefined && { threshold: used }),
  }
}

/** The Redis of the router, which several instances share. */
export function shareRouterState({ router }: Sections, { manifest }: ProjectDraft): void {
  if (manifest['state'] !== undefined) return
  const section = router.find(({ value }) =>
    ['redis_host', 'redis_url'].some(name => value[name] !== undefined),
  )
  if (section === undefined) return
  const part = (name: string): Json => section.value[`redis_${name}`] ?? null
  const value = {
    host: part('host'),
    port: part('port'),
    password: part('password'),
    url: part('url'),
    ssl: part('ssl'),
  }
  const name = section.value['redis_host'] === undefined ? 'redis_url' : 'redis_host'
  shareState({ ...section, at: childPointer(section.at, name), value }, manifest)
}

/** The address of the Redis, whose password is never in it. */
function shareState({ context, at, value }: Placed<JsonObject>, manifest: ProjectDraft['manifest']): void {
  const { host, port, password, url, ssl } = value
  if (typeof url === 'string' && /^rediss?:\/\/[^@?]+$/.test(url)) {
    manifest['state'] = url
    return
  }
  const known = typeof host === 'string' && variableOf(host) === undefined && /^[\w.-]+$/.test(host)
  if (known && (password === undefined || password === null || password === '')) {
    manifest['state'] =
      `redis${ssl === true ? 's' : ''}://${host}:${typeof port === 'number' || /^\d+$/.test(String(port)) ? String(port) : '6379'}`
    return
  }
  const variable = variableOf(url) ?? 'REDIS_URL'
  manifest['state'] = `\${env:${variable}}`
  context.report(
    'import-needs-value',
    at,
    `Set ${variable} in the environment of the gateway to the URL of its Redis, such as redis://host:6379.`,
    'key',
  )
}
