// Validates a parsed config: structure through the generated validators, semantics through the rules. All errors
// are reported, in source order; nothing is changed or defaulted.
import type { Config } from '../../schemas/generated/types.ts'
import { config as validator } from '../../schemas/generated/validators/config.js'
import { collectDiagnostics, hasErrors, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Catalog } from '../facts/catalog.ts'
import { type CompileEnvironment, isByCaller } from '../facts/environment.ts'
import type { ParsedSource } from '../source.ts'
import { canonicalChecks, reportReread } from './canonical-checks.ts'
import { finishReport } from './finish-report.ts'
import { foreignFile } from './foreign-file.ts'
import { guardsOfEnvironment, guardsOfNodes } from './nodes/guards.ts'
import { exceededLimit } from './nodes/request-cost.ts'
import { configNodes, type RuleContext } from './nodes/rule-context.ts'
import { createReportAt } from './reporting/report.ts'
import { rules } from './rules.ts'
import { maskingReport } from './secrets/mask-secrets.ts'
import { propertyNamesOf } from './structure/property-names.ts'
import { validateStructure } from './structure/validate-structure.ts'
import { isJsonObject } from './values/json-values.ts'

/** The config, unchanged, or undefined after an error. Never throws, whatever the value. */
export function validateConfig(
  source: ParsedSource,
  catalog: Catalog,
  environment: CompileEnvironment,
  report: ReportDiagnostic,
): Config | undefined {
  const { report: collectReport, diagnostics } = collectDiagnostics()
  const { parsed, reread } = canonicalChecks(source, 'config', catalog)
  const exceeded = isByCaller(environment) ? exceededLimit(parsed.value) : undefined
  if (exceeded !== undefined) {
    createReportAt(parsed, report)('costly-config', exceeded.pointer, exceeded.message)
    return undefined
  }
  const foreign = foreignFile(parsed.value)
  if (foreign !== undefined) {
    createReportAt(parsed, maskingReport(parsed, 'Config', catalog, report))('foreign-file', '', foreign)
    return undefined
  }
  const structure = validateStructure(
    parsed,
    validator,
    propertyNamesOf('Config'),
    createReportAt(parsed, collectReport),
  )
  if (isJsonObject(parsed.value)) {
    const nodes = configNodes(parsed.value, '', structure)
    const guards = guardsOfNodes(nodes, catalog)
    const knownGuards = guardsOfEnvironment(environment)
    const context: RuleContext = {
      root: 'config',
      parsed,
      catalog,
      environment,
      structure,
      nodes,
      guards,
      knownGuards,
    }
    const reportViolation = createReportAt(parsed, collectReport, structure.reported)
    reportReread(reread, reportViolation)
    for (const rule of rules) rule(context, reportViolation)
  }
  finishReport(diagnostics, parsed, 'Config', catalog, report)
  return isConfig(parsed.value) && !hasErrors(diagnostics) ? parsed.value : undefined
}

/** The validator guarantees the type. */
const isConfig = (value: unknown): value is Config => validator(value)
