// What the headers of a request name: a config, a provider, or neither.
import type { RequestOptions } from './request-options.ts'

/** True when the config header contains a JSON config instead of the id of a saved one. */
export const isInlineConfig = (config: string): boolean => config.trimStart().startsWith('{')

export const namesNoTarget = ({ options }: RequestOptions): boolean =>
  options.config === undefined && options.provider === undefined && options.virtualKey === undefined

export const namesProvider = ({ options }: RequestOptions): boolean =>
  options.provider !== undefined || options.virtualKey !== undefined

/** Whether a request may name what no plan does: by a config of its own, or a provider. */
export const namesParts = (named: RequestOptions): boolean =>
  namesProvider(named) || (named.options.config !== undefined && isInlineConfig(named.options.config))
