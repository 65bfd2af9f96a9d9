// Which host a caller names that may not name any, since `custom_hosts` is false: in its header, or in a config that it sends.
import { isList, isObject, type Json } from '../../schemas/values/json.ts'
import { type Failure, failure } from '../values/failures.ts'
import { isInlineConfig } from './named-target.ts'
import type { RequestOptions } from './request-options.ts'

export function forbiddenHost(
  { customHost, config }: Pick<RequestOptions['options'], 'customHost' | 'config'>,
  caller: string,
  prefix: string,
): Failure | undefined {
  const place =
    customHost !== undefined
      ? `in ${prefix}custom-host`
      : config !== undefined && isInlineConfig(config) && namesHost(parsed(config))
        ? `as "custom_host" in ${prefix}config`
        : undefined
  return place === undefined
    ? undefined
    : failure(
        'forbidden',
        `The caller "${caller}" may not name a host ${place}, since "custom_hosts" is false. Use a stored provider instead.`,
        { param: 'custom_host' },
      )
}

/** Invalid JSON names nothing: it is rejected when it is compiled. */
function parsed(config: string): Json {
  try {
    return JSON.parse(config) as Json
  } catch {
    return null
  }
}

/** The depth is that of a header: it cannot exhaust the stack. */
function namesHost(config: Json): boolean {
  if (!isObject(config)) return false
  const { targets } = config
  return Object.hasOwn(config, 'custom_host') || (isList(targets) && targets.some(namesHost))
}
