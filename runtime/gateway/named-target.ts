// What the headers of a request name: a config, a provider, or neither.
import type { CallOptions } from '../values/call.ts'
import type { RequestOptions } from './request-options.ts'

/** True when the config header contains a JSON config instead of the id of a saved one. */
export const isInlineConfig = (config: string): boolean => config.trimStart().startsWith('{')

export const namesNoTarget = ({ options }: RequestOptions): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

/** Whether a request may name what no plan does: by a config of its own, or a provider. */
export const namesParts = ({ config, provider, virtualKey }: CallOptions): boolean =>
  provider !== undefined || virtualKey !== undefined || (config !== undefined && isInlineConfig(config))
