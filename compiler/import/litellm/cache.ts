// LiteLLM's cache as that of a config.
import { asList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { variableOf } from '../foreign-references.ts'
import { numberIn } from '../import-context.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { type Placed, type Sections, settingOf } from './sections.ts'

/** Seconds that an entry may live here. */
const LEAST = 60
const MOST = 7_776_000

export function cacheOf({ router }: Sections, { manifest }: ProjectDraft): JsonObject | undefined {
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
  if (typeof type === 'string' && /semantic/.test(type))
    return left(
      params ?? cache,
      'add cache: { mode: semantic } to the config and cache.embeddings to the manifest, which names the provider of embeddings',
    )
  const kinds = asList(params?.value['supported_call_types'])
  if (kinds.length > 0 && !kinds.some(kind => kind === 'acompletion' || kind === 'completion'))
    return left(params ?? cache, 'it holds no chats in the source')
  if (type === 'redis' && params !== undefined) shareState(params, manifest)
  else if (params !== undefined && type !== 'local')
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
  return { mode: 'simple', ...(seconds !== undefined && { max_age: seconds }) }
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
  if (typeof url === 'string' && /^rediss?:\/\/[^@]+$/.test(url)) {
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
