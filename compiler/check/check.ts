// Validates a parsed config: structure through the generated validators, semantics through the rules. All errors
// are reported, in source order; nothing is changed or defaulted.
import type { Config } from '../../schemas/generated/types.ts'
import { config as validator } from '../../schemas/generated/validators.js'
import type { Catalog } from '../catalog.ts'
import { collect, hasErrors, type Report } from '../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { conclude } from './conclude.ts'
import { guardsAround, guardsOfSites } from './guards.ts'
import { isObject } from './kind.ts'
import { requestExcess } from './request-cost.ts'
import { rules } from './rules.ts'
import { vocabularyOf } from './structure/known.ts'
import { judgeStructure } from './structure.ts'
import { type Subject, sitesFrom } from './subject.ts'
import { teller } from './tell.ts'

/** The config, unchanged, or undefined after an error. Never throws, whatever the value. */
export function check(
  parsed: ParsedSource,
  catalog: Catalog,
  surroundings: Surroundings,
  report: Report,
): Config | undefined {
  const { report: keep, diagnostics: found } = collect()
  const excess = surroundings.door === 'request' ? requestExcess(parsed.value) : undefined
  if (excess !== undefined) {
    teller(parsed, report)('costly-config', excess.pointer, excess.message)
    return undefined
  }
  const structure = judgeStructure(parsed, validator, vocabularyOf('Config'), teller(parsed, keep))
  if (isObject(parsed.value)) {
    const sites = sitesFrom(parsed.value, '', structure)
    const guards = guardsOfSites(sites, catalog)
    const knownGuards = guardsAround(surroundings)
    const subject: Subject = {
      of: 'config',
      parsed,
      catalog,
      surroundings,
      structure,
      sites,
      guards,
      knownGuards,
    }
    const tell = teller(parsed, keep, structure.blamed)
    for (const rule of rules) rule(subject, tell)
  }
  conclude(found, parsed, 'Config', catalog, report)
  return isConfig(parsed.value) && !hasErrors(found) ? parsed.value : undefined
}

/** The validator guarantees the type. */
const isConfig = (value: unknown): value is Config => validator(value)
