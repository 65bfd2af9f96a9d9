// The base URL of a provider: a template in its provider spec with placeholders for a region or a resource, or
// computed by its adapter.
import type { Catalog } from '../../compiler/facts/catalog.ts'
import { parsePlaceholders } from '../../compiler/facts/placeholders.ts'
import type { Adapters } from '../values/adapter.ts'
import { isFailure } from '../values/failures.ts'
import { fillTemplate } from './template.ts'

export const linkBaseUrls = (
  adapters: Adapters,
): Pick<Catalog, 'baseUrl' | 'baseUrlError' | 'resourceOrigins'> => ({
  baseUrl: (spec, settings) => {
    const baseUrl = adapters.ofDialect(spec)?.baseUrl?.(settings)
    if (baseUrl !== undefined) return isFailure(baseUrl) ? undefined : baseUrl
    return spec.baseUrl === undefined ? undefined : fillTemplate(spec.baseUrl, settings)
  },
  baseUrlError: (spec, settings) => {
    const baseUrl = adapters.ofDialect(spec)?.baseUrl?.(settings)
    if (isFailure(baseUrl)) return { message: baseUrl.message, property: baseUrl.param }
    if (baseUrl !== undefined || spec.baseUrl === undefined) return undefined
    const missing = parsePlaceholders(spec.baseUrl).find(
      names => !names.some(name => typeof settings[name] === 'string' && settings[name] !== ''),
    )
    return missing && { message: `${missing.join(' or ')} is missing.`, property: missing[0] }
  },
  resourceOrigins: (spec, settings) => adapters.ofDialect(spec)?.resourceOrigins?.(settings) ?? [],
})
