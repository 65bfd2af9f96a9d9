// Reads a traffic model: its structure by the schema, then that what it names exists and its probabilities are some.
import { FAILURE_NAMES } from '../../../runtime/simulation/traffic/sample-step.ts'
import type { ProviderBehavior, TrafficModel } from '../../../schemas/generated/types.ts'
import { traffic as validator } from '../../../schemas/generated/validators/traffic.js'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { collectDiagnostics, hasErrors, type ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { SourceInput } from '../../project-input.ts'
import { finishReport } from '../../validate/finish-report.ts'
import { createReportAt, type ReportAt } from '../../validate/reporting/report.ts'
import { propertyNamesOf } from '../../validate/structure/property-names.ts'
import { validateStructure } from '../../validate/structure/validate-structure.ts'
import { checkCallee, rememberTargets } from '../config-tests/check-callee.ts'
import { GATEWAY_TESTS, type KnownSubjects } from '../config-tests/test-parts.ts'

/** Undefined after an error. `stem`: the name of the file without its extensions. */
export function readTrafficModel(
  input: SourceInput,
  stem: string,
  subjects: KnownSubjects,
  report: ReportDiagnostic,
): TrafficModel | undefined {
  const parsed = input.read(input.source, report)
  if (parsed === undefined) return undefined
  const { report: collectReport, diagnostics } = collectDiagnostics()
  const names = { ...propertyNamesOf('TrafficModel'), root: 'traffic model' }
  const { reported } = validateStructure(parsed, validator, names, createReportAt(parsed, collectReport))
  const { value } = parsed
  if (isTrafficModel(value))
    checkModel(value, stem, subjects, createReportAt(parsed, collectReport, reported))
  finishReport(diagnostics, parsed, 'TrafficModel', subjects.catalog, report)
  return isTrafficModel(value) && !hasErrors(diagnostics) ? value : undefined
}

/** The config that a model is about; undefined where its requests name none. */
export const configOfModel = ({ config }: TrafficModel, stem: string): string | undefined =>
  config ?? (stem === GATEWAY_TESTS ? undefined : stem)

function checkModel(model: TrafficModel, stem: string, subjects: KnownSubjects, report: ReportAt): void {
  const { plans } = subjects
  const config = configOfModel(model, stem)
  if (config !== undefined && !plans.has(config)) {
    const near = didYouMean(suggest(config, plans.keys()))
    const at = model.config === undefined ? '' : '/config'
    report('unknown-test-config', at, `The project has no config ${quoteName(config)}.${near}`)
  }
  const targets = rememberTargets(plans)(config)
  for (const [name, behavior] of Object.entries(model.providers)) {
    const at = childPointer('/providers', name)
    if (name !== '*') checkCallee(name, { key: at }, targets, subjects, report)
    checkFailures(behavior, childPointer(at, 'failures'), report)
  }
}

function checkFailures({ failures = {} }: ProviderBehavior, at: Pointer, report: ReportAt): void {
  for (const name of Object.keys(failures)) {
    if (/^[1-9]\d\d$/.test(name) || FAILURE_NAMES.some(known => known === name)) continue
    const near = didYouMean(suggest(name, FAILURE_NAMES))
    const known = `A failure is a status or ${joinNames(FAILURE_NAMES, 'or')}`
    report('invalid-failures', { key: childPointer(at, name) }, `${known}, not ${quoteName(name)}.${near}`)
  }
  const sum = Object.values(failures).reduce((total, each) => total + each, 0)
  if (sum > 1 + 1e-9)
    report(
      'invalid-failures',
      { key: at },
      `The probabilities of failures add up to ${sum}, and not to 1 at most.`,
    )
}

/** The validator guarantees the type. */
const isTrafficModel = (value: unknown): value is TrafficModel => validator(value)
