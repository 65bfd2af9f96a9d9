// Validates a parsed manifest like a config; its stored providers follow the provider rules of configs.
import type { Manifest } from '../../schemas/generated/types.ts'
import { manifest as validator } from '../../schemas/generated/validators.js'
import type { Catalog } from '../catalog.ts'
import { collect, hasErrors, type Report } from '../diagnostics/diagnostic.ts'
import { child } from '../pointer.ts'
import type { ParsedSource } from '../source.ts'
import { conclude } from './conclude.ts'
import { guardsOfManifest, guardsWritten } from './guards.ts'
import { isList, isObject, own } from './kind.ts'
import { manifestRules } from './manifest-rules.ts'
import { guardRules, providerRules } from './rules.ts'
import { vocabularyOf } from './structure/known.ts'
import { judgeStructure } from './structure.ts'
import { type Subject, sitesFrom } from './subject.ts'
import { teller } from './tell.ts'

/** The manifest, unchanged, or undefined after an error. Never throws, whatever the value. */
export function checkManifest(parsed: ParsedSource, catalog: Catalog, report: Report): Manifest | undefined {
  const { report: keep, diagnostics: found } = collect()
  const structure = judgeStructure(parsed, validator, vocabularyOf('Manifest'), teller(parsed, keep))
  const { value } = parsed
  if (isObject(value)) {
    const providers = own(value, 'providers')
    const trusted = own(value, 'trusted_hosts')
    const stored = Object.entries(isObject(providers) ? providers : {}).flatMap(([slug, provider]) =>
      isObject(provider) ? sitesFrom(provider, child('/providers', slug), structure) : [],
    )
    const trustedHosts = (isList(trusted) ? trusted : []).filter(host => typeof host === 'string')
    const surroundings = { door: 'project', providers: {}, trustedHosts } as const
    const guards = guardsOfManifest(value, catalog)
    const subject: Subject = {
      of: 'manifest',
      parsed,
      catalog,
      surroundings,
      structure,
      sites: stored,
      guards,
      knownGuards: guardsWritten(guards),
    }
    const tell = teller(parsed, keep, structure.blamed)
    for (const rule of [...providerRules, ...guardRules]) rule(subject, tell)
    for (const rule of manifestRules) rule({ parsed, catalog, manifest: value, stored }, tell)
  }
  conclude(found, parsed, 'Manifest', catalog, report)
  return isManifest(value) && !hasErrors(found) ? value : undefined
}

/** The validator guarantees the type. */
const isManifest = (value: unknown): value is Manifest => validator(value)
