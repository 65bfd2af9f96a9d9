// Opens egresses with the passwords of their proxies. Loaded if a manifest has one.
import { readFileSync } from 'node:fs'
import type { PlanOutbound, PlanProxy } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import type { Egress } from '../upstream/egress.ts'
import { openEgress } from '../upstream/open-egress.ts'
import type { UpstreamSettings } from '../upstream/undici-client.ts'

export interface OutboundOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder that paths of authorities are relative to. */
  readonly folder: string
  readonly settings: Omit<UpstreamSettings, 'way'>
}

export interface NamedOutbound {
  readonly outbound: PlanOutbound
  /** Where it is written: `providers.openai.outbound`. */
  readonly setting: string
}

/** Egresses by their plans, and messages about those that cannot be used. */
export function openEgresses(
  named: readonly NamedOutbound[],
  { environment, folder, settings }: OutboundOptions,
): { readonly egresses: ReadonlyMap<string, Egress>; readonly faults: readonly string[] } {
  const egresses = new Map<string, Egress>()
  const faults = new Set<string>()
  for (const { outbound, setting } of named) {
    const proxyUrl = outbound.proxy && urlOf(outbound.proxy, `${setting}.proxy`, environment)
    if (typeof proxyUrl === 'object') {
      faults.add(proxyUrl.missing)
      continue
    }
    const { connectTimeout, openHosts } = settings
    const egress = openEgress(outbound, setting, { environment, folder, proxyUrl, connectTimeout, openHosts })
    if (typeof egress === 'string') faults.add(egress)
    else egresses.set(canonicalJson(outbound), egress)
  }
  return { egresses, faults: [...faults] }
}

/** The URL of a proxy with its password. */
function urlOf(
  { address, secret }: PlanProxy,
  setting: string,
  environment: OutboundOptions['environment'],
): string | undefined | { readonly missing: string } {
  if (secret === undefined) return address
  const { source, name } = secret
  const value = source === 'env' ? environment[name] : read(name)
  if (value === undefined || value.trim() === '')
    return {
      missing:
        source === 'env'
          ? `The environment variable ${name} is not set; it is required by ${setting}.`
          : `The file ${name} cannot be read or is empty; it is required by ${setting}.`,
    }
  if (address === undefined) return value.trim()
  const url = new URL(address)
  url.password = encodeURIComponent(value.replace(/\r?\n$/, ''))
  return url.href
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
