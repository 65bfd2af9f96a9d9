// The base URL of a provider: a template in its provider spec with placeholders for a region or a resource, or
// computed by its adapter.
import type { BaseUrlError } from '../../compiler/catalog.ts'
import { parsePlaceholders } from '../../compiler/placeholders.ts'
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import { isFailure } from '../values/failures.ts'
import { adapters } from './registry.ts'
import { fillTemplate } from './template.ts'

/** Undefined where the provider has no base URL, or a required setting is missing. */
export function providerBaseUrl(
  spec: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  const baseUrl = adapters[spec.dialect]?.baseUrl?.(settings)
  if (baseUrl !== undefined) return isFailure(baseUrl) ? undefined : baseUrl
  return spec.baseUrl === undefined ? undefined : fillTemplate(spec.baseUrl, settings)
}

/** Why the settings yield no base URL. Undefined for providers without one: they require a custom host. */
export function baseUrlError(
  spec: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
): BaseUrlError | undefined {
  const baseUrl = adapters[spec.dialect]?.baseUrl?.(settings)
  if (isFailure(baseUrl)) return { message: baseUrl.message, property: baseUrl.param }
  if (baseUrl !== undefined || spec.baseUrl === undefined) return undefined
  const missing = parsePlaceholders(spec.baseUrl).find(
    names => !names.some(name => typeof settings[name] === 'string' && settings[name] !== ''),
  )
  return missing && { message: `${missing.join(' or ')} is missing.`, property: missing[0] }
}

/** Further origins of files and jobs, such as those of buckets. */
export const resourceOrigins = (
  spec: ProviderSpec,
  settings: Readonly<Record<string, unknown>>,
): readonly string[] => adapters[spec.dialect]?.resourceOrigins?.(settings) ?? []
