// Validates a parsed manifest like a config; its stored providers follow the provider rules of configs.
import type { Manifest } from '../../schemas/generated/types.ts'
import { manifest as validator } from '../../schemas/generated/validators/manifest.js'
import { collectDiagnostics, hasErrors, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import type { ParsedSource } from '../source.ts'
import { canonicalChecks, reportReread } from './canonical-checks.ts'
import { finishReport } from './finish-report.ts'
import { foreignFile } from './foreign-file.ts'
import { malformedSlugs, slugIsMalformed } from './manifest-rules/stored-providers.ts'
import { manifestRules } from './manifest-rules.ts'
import { guardsOfManifest, summarizeGuards } from './nodes/guards.ts'
import { externalSlugs, storedEntries } from './nodes/manifest-parts.ts'
import { configNodes, type RuleContext } from './nodes/rule-context.ts'
import { createReportAt } from './reporting/report.ts'
import { timeHasItsUnit } from './rules/time-has-its-unit.ts'
import { guardRules, providerRules, queryRules } from './rules.ts'
import { maskingReport } from './secrets/mask-secrets.ts'
import { secretsOfManifest } from './secrets/secret-properties.ts'
import { propertyNamesOf } from './structure/property-names.ts'
import { validateStructure } from './structure/validate-structure.ts'
import { isJsonArray, isJsonObject, ownProperty } from './values/json-values.ts'

/** The manifest, unchanged, or undefined after an error. Never throws, whatever the value. */
export function validateManifest(
  source: ParsedSource,
  catalog: Catalog,
  report: ReportDiagnostic,
  configs?: readonly string[],
): Manifest | undefined {
  const { report: collectReport, diagnostics } = collectDiagnostics()
  const { parsed, reread } = canonicalChecks(source, 'manifest', catalog)
  const foreign = foreignFile(parsed.value)
  if (foreign !== undefined) {
    createReportAt(parsed, maskingReport(parsed, 'Manifest', catalog, report))('foreign-file', '', foreign)
    return undefined
  }
  const structure = validateStructure(
    parsed,
    validator,
    propertyNamesOf('Manifest'),
    createReportAt(parsed, collectReport),
  )
  const { value } = parsed
  if (isJsonObject(value)) {
    const trusted = ownProperty(value, 'trusted_hosts')
    const storedNodes = storedEntries(value).flatMap(entry =>
      configNodes(entry.value, entry.pointer, structure),
    )
    const trustedHosts = (isJsonArray(trusted) ? trusted : []).filter(host => typeof host === 'string')
    const environment: CompileEnvironment = {
      origin: 'project',
      providers: {},
      trustedHosts,
      ...secretsOfManifest(value),
      external: externalSlugs(value),
    }
    const guards = guardsOfManifest(value, catalog)
    const context: RuleContext = {
      root: 'manifest',
      parsed,
      catalog,
      environment,
      structure,
      nodes: storedNodes,
      guards,
      knownGuards: summarizeGuards(guards),
    }
    const malformed = malformedSlugs(value)
    for (const pointer of malformed) slugIsMalformed(pointer, createReportAt(parsed, collectReport))
    const reportViolation = createReportAt(
      parsed,
      collectReport,
      new Set([...structure.reported, ...malformed]),
    )
    reportReread(reread, reportViolation)
    for (const rule of [...providerRules, ...queryRules, ...guardRules, timeHasItsUnit])
      rule(context, reportViolation)
    const manifestContext = { parsed, catalog, manifest: value, storedNodes, configs }
    for (const rule of manifestRules) rule(manifestContext, reportViolation)
  }
  finishReport(diagnostics, parsed, 'Manifest', catalog, report)
  return isManifest(value) && !hasErrors(diagnostics) ? value : undefined
}

/** The validator guarantees the type. */
const isManifest = (value: unknown): value is Manifest => validator(value)
