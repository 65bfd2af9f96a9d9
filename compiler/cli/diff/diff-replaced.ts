// `portolan diff --replace` as a command: its mistakes, its report in each form, and its exit code.
import type { DiffContext } from '../../analyse/diff/plan-diff.ts'
import { diffProjects, type ProjectDiff } from '../../analyse/diff/project-diff.ts'
import { callsServiceBy } from '../../analyse/guard-time.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { diffSections } from '../../report/diff-sections.ts'
import { escapeMarkdown, renderPretty, sectionMarkdown } from '../analyse/render.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type OptionValues, usageError } from '../command.ts'
import type { Findings } from '../formats/format.ts'
import { fitText, writeText } from '../layout/fit-text.ts'
import { logQuery } from '../logs/log-period.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'
import { details, renderErrors } from './comment.ts'
import { loadReplaced, readReplacements, type SwapReport, sourcePlace } from './replace-models.ts'
import { SCREEN, WHOLE_REPORT } from './swap-extent.ts'
import { swapSections, swapTitle } from './swap-sections.ts'

const FORMS = ['pretty', 'json', 'markdown']

export interface ReplacedExits {
  readonly trouble: number
  readonly different: number
  /** By the level of the difference. */
  readonly of: (diff: ProjectDiff) => number
}

export async function diffReplaced(
  written: readonly string[],
  positionals: readonly string[],
  values: OptionValues,
  exits: ReplacedExits,
  terminal: Terminal,
): Promise<number> {
  const { format } = values
  const usage = (sentence: string): number => usageError(terminal, sentence, 'diff')
  const replacements = readReplacements(written)
  if (typeof replacements === 'string') return usage(replacements)
  const [path = '.', ...others] = positionals
  if (others.length > 0) return usage('With --replace, name at most one project: it is compared with itself.')
  if (typeof format !== 'string' || !FORMS.includes(format))
    return usage('With --replace, --format must be pretty, json or markdown.')
  if (values['log'] !== undefined && values['traffic'] !== undefined)
    return usage('Name one log: --log for that of the gateway, or --traffic for a file.')
  if (values['log'] !== undefined && logQuery({ since: values['log'] }, 0) === undefined)
    return usage('--log must be a duration such as 30m, 6h or 7d.')
  const stray = ['store', 'gateway'].find(name => values['log'] === undefined && values[name] !== undefined)
  if (stray !== undefined) return usage(`--${stray} needs --log.`)
  const catalog = cliCatalog()
  const printErrorsOf =
    (side: string) =>
    (errors: Findings): void => {
      if (format === 'markdown') {
        terminal.writeStdout(renderErrors(side, errors))
        return
      }
      if (side !== path)
        terminal.writeStderr(fitText(`${side} has errors, at the places of the old names:`, terminal.width))
      printDiagnostics(errors.diagnostics, errors.configs, 'pretty', terminal)
    }
  const sides = await loadReplaced(
    replacements,
    path,
    {
      ...{ command: 'diff', format: { form: 'pretty', findings: 'pretty' } },
      ...{ values, catalog, printErrorsOf },
    },
    terminal,
  )
  if (sides === 'printed') return exits.trouble
  if ('usage' in sides) return usage(sides.usage)
  const report = await sides.report()
  if (typeof report === 'string') {
    terminal.writeStderr(report)
    return exits.trouble
  }
  const context: DiffContext = { catalog, callsService: callsServiceBy(catalog) }
  const diff = diffProjects(sides.before, sides.after, context)
  print(report, diff, { form: format, prefix: sides.after.gateway.headerPrefix }, terminal)
  return values['test'] === true && report.fails ? exits.different : exits.of(diff)
}

function print(
  report: SwapReport,
  diff: ProjectDiff,
  { form, prefix }: { readonly form: string; readonly prefix: string },
  terminal: Terminal,
): void {
  const day = terminal.today()
  const presentation = { day, prefix, extent: SCREEN }
  if (form === 'json') terminal.writeStdout(JSON.stringify(jsonOf(report, diff), null, 2))
  else if (form === 'markdown') {
    const shown = swapSections(report, diff, {
      ...presentation,
      extent: { ...SCREEN, where: ', in the details' },
    }).map(sectionMarkdown)
    const whole = swapSections(report, diff, { ...presentation, extent: WHOLE_REPORT }).filter(
      section => !shown.includes(sectionMarkdown(section)),
    )
    terminal.writeStdout(
      [
        `## ${escapeMarkdown(swapTitle(report))}`,
        ...shown,
        details([...whole, ...diffSections(diff, prefix)]).join('\n'),
      ]
        .join('\n\n')
        .trimEnd(),
    )
  } else
    writeText(terminal, renderPretty(swapTitle(report), swapSections(report, diff, presentation), terminal))
}

function jsonOf(report: SwapReport, diff: ProjectDiff): object {
  const { replaced, mentioned, findings, fails: _fails, ...others } = report
  return {
    ...others,
    replaced: replaced.map(({ location, by, written, becomes }) => ({
      ...{ at: sourcePlace(location), by, written, becomes },
    })),
    mentioned: mentioned.map(({ location }) => sourcePlace(location)),
    findings: toJsonDiagnostics(findings),
    diff,
  }
}
