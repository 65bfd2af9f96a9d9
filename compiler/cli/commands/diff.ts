// `portolan diff`: what a change of configs does to traffic.

import { resolve } from 'node:path'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { isAtLeast, LEVELS, type Level } from '../../analyse/diff/level.ts'
import { diffProjects, type ProjectDiff } from '../../analyse/diff/project-diff.ts'
import { callsServiceBy } from '../../analyse/guard-time.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { diffSections } from '../../report/diff-sections.ts'
import type { Source } from '../../source.ts'
import { renderPretty } from '../analyse/render.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, usageError } from '../command.ts'
import { renderComment, renderErrors } from '../diff/comment.ts'
import { diffDiagnostics } from '../diff/diff-diagnostics.ts'
import { diffReplaced } from '../diff/diff-replaced.ts'
import { LIVE_OPTIONS, type LiveSide, loadLiveSide } from '../diff/live-side.ts'
import { isOfGit, type LoadedSide, loadSide } from '../diff/load-side.ts'
import { monthDiagnostic, monthSection, replayRecords, replaySection } from '../diff/replay-records.ts'
import { formatTests, hasFailed, testsSection } from '../diff/side-tests.ts'
import { writeAtomic } from '../files/write-file.ts'
import type { Findings } from '../formats/format.ts'
import { FORMAT_NAMES, FORMAT_OPTION, formatHelp, formatUsage, isFormat } from '../formats/formats.ts'
import { writeText } from '../layout/fit-text.ts'
import { logQuery } from '../logs/log-period.ts'
import { onStderr, printDiagnostics } from '../print-diagnostics.ts'
import { canaryOf, formatPromotionPlan } from '../store/promotion-plan.ts'
import { twoStores } from '../store/store-options.ts'
import type { Terminal } from '../terminal.ts'

/** As `diff` has them: the same, different, and not comparable. */
const DIFF_EXIT = { same: 0, different: 1, trouble: 2 } as const

export const diffCommand: Command = {
  usage: `A B | --live [PROJECT] [--store ADDRESS | --gateway URL] [--plan FILE]
                     | --replace OLD=NEW [PROJECT] [--log 7d]
                     [--fail-on LEVEL] [--test] [--traffic LOG | --log DURATION] ${FORMAT_OPTION}`,
  help: `Compares two versions of a project in terms of traffic: shares that move, requests routed elsewhere with a minimal example
of each, new hosts and secrets, other outcomes of failures, another envelope. A and B are a project, a config, a compiled
plan, or git:REVISION for this folder as that commit has it: portolan diff git:main .

Equivalent configs are proved to be, over all classes of requests that their conditions distinguish, and listed. Undecided
differences are listed too; configs that are too large to compare count as a difference of the highest level.

  --replace OLD=NEW  compare a project (by default, this folder) with itself, the model NEW in place of OLD in overrides,
                     aliases, prompts and beside stored providers. Shows what the new model does not support, windows, prices,
                     lives, cost and latency on recorded traffic, and config tests that change; writes nothing. OLD and NEW may
                     be @slug/model or provider/model. Repeat it for several models
  --live            compare what runs, which a store or a gateway serves, with a project (by default, this folder), or with
                    whatever else B can be
  --store ADDRESS   of --live and --log: the store; default: the variable PORTOLAN_STORE, then the manifest
  --gateway URL     of --live and --log: a running gateway, its key in PORTOLAN_API_KEY
  --project NAME    of --live: the project within the store; default main
  --label NAME      of --live: the label that runtimes follow; default live
  --plan FILE       of --live: write the digests of both sides, for "portolan promote --plan FILE"
  --fail-on LEVEL   cosmetic, routing (default), cost, security or never: exit with 1 for differences of this level or above
  --test            run the config tests of B too; exit with 1 if one fails
  --traffic LOG     count the requests of a log (JSON Lines, as the gateway writes it) that are routed elsewhere or handled
                    differently, by their metadata, model and path, and forecast the cost of a month: exit with 1 if it
                    exceeds "month" in "budgets" of the manifest of B; of --replace: the traffic whose cost is compared
  --log DURATION    the same with the log of the gateway, until now, such as 30m, 6h or 7d; --store or --gateway names another
                    log than that of the manifest
${formatHelp(18)}
                    markdown  for a comment on a pull request
                    terraform with --live, one flat JSON object of strings, and no exit code of differences or tests

Exit codes: 0 no difference of the level, 1 differences or failing tests, 2 a side cannot be read or compiled.`,
  words: () => ({ 'fail-on': [...LEVELS, 'never'], format: [...FORMAT_NAMES, 'markdown', 'terraform'] }),
  options: {
    ...LIVE_OPTIONS,
    replace: { type: 'string', multiple: true },
    log: { type: 'string' },
    live: { type: 'boolean' },
    plan: { type: 'string' },
    'fail-on': { type: 'string', default: 'routing' },
    test: { type: 'boolean' },
    traffic: { type: 'string' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, values, terminal) => {
    const { 'fail-on': failOn, format, traffic, live, plan, replace } = values
    const least = LEVELS.find(level => level === failOn)
    if (least === undefined && failOn !== 'never') {
      const near = didYouMean(suggest(String(failOn), [...LEVELS, 'never']))
      return usageError(terminal, `--fail-on must be ${LEVELS.join(', ')} or never.${near}`, 'diff')
    }
    if (Array.isArray(replace)) {
      const both = twoStores(values)
      const misplaced = NOT_REPLACED.find(name => values[name] !== undefined)
      if (both !== undefined || misplaced !== undefined)
        return usageError(terminal, both ?? `--replace has no --${misplaced}.`, 'diff')
      const exits = { ...DIFF_EXIT, of: (diff: ProjectDiff) => exitCode(diff, least) }
      return await diffReplaced(replace, positionals, values, exits, terminal)
    }
    if (traffic !== undefined && values['log'] !== undefined)
      return usageError(
        terminal,
        'Name one log: --log for that of the gateway, or --traffic for a file.',
        'diff',
      )
    if (values['log'] !== undefined && logQuery({ since: values['log'] }, 0) === undefined)
      return usageError(terminal, '--log must be a duration such as 30m, 6h or 7d.', 'diff')
    const [a, b, ...others] =
      live === true ? ['', ...(positionals.length === 0 ? ['.'] : positionals)] : positionals
    if (a === undefined || b === undefined || others.length > 0)
      return usageError(
        terminal,
        live === true ? 'Name one version to compare with what runs.' : 'Name two versions to compare.',
        'diff',
      )
    if (format === 'terraform' && (traffic !== undefined || values['log'] !== undefined))
      return usageError(
        terminal,
        `--format terraform has no --${traffic === undefined ? 'log' : 'traffic'}.`,
        'diff',
      )
    if (live !== true && (plan !== undefined || format === 'terraform'))
      return usageError(
        terminal,
        `--${plan === undefined ? 'format terraform' : 'plan'} needs --live.`,
        'diff',
      )
    const stray = OF_STORES.find(name => values[name] !== undefined)
    if (live !== true && values['log'] === undefined && stray !== undefined)
      return usageError(terminal, `--${stray} needs --live or --log.`, 'diff')
    const both = twoStores(values)
    if (both !== undefined) return usageError(terminal, both, 'diff')
    if (format !== 'markdown' && format !== 'terraform' && !isFormat(format))
      return usageError(terminal, formatUsage(['markdown', 'terraform']), 'diff')
    const path = (live === true ? [b] : [a, b]).find(side => !isOfGit(side)) ?? '.'
    const findings = isFormat(format) ? format : 'pretty'
    const request = { command: 'diff', format: { form: format, findings } } as const
    const printErrorsOf = (side: string) =>
      format === 'markdown'
        ? (errors: Findings): void => terminal.writeStdout(renderErrors(side, errors))
        : format === 'terraform'
          ? // Standard output is only the object, and Terraform shows what is written here.
            ({ diagnostics, configs }: Findings): void =>
              printDiagnostics(diagnostics, configs, 'one-line', onStderr(terminal))
          : undefined
    const running =
      live === true ? await loadLiveSide({ name: 'diff', values, terminal, paths: [path] }) : undefined
    const before =
      live === true
        ? running
        : await loadSide(a, path, { ...request, printErrors: printErrorsOf(a) }, terminal)
    const candidate = {
      ...{ ...request, isTested: values['test'] === true },
      printErrors: printErrorsOf(b === '.' ? 'The change' : b),
    }
    const after = before && (await loadSide(b, path, candidate, terminal))
    if (before === undefined || after === undefined) return DIFF_EXIT.trouble
    const { tests } = after
    const fault =
      running === undefined || plan === undefined
        ? undefined
        : writePlan(String(plan), running, after, terminal)
    if (fault !== undefined) {
      terminal.writeStderr(fault)
      return DIFF_EXIT.trouble
    }
    const catalog = cliCatalog()
    const context = { catalog, callsService: callsServiceBy(catalog) }
    const diff = diffProjects(before, after, context)
    const recorded = await replayRecords({ values, path, terminal }, [before, after], context)
    if (typeof recorded === 'string') {
      terminal.writeStderr(recorded)
      return DIFF_EXIT.trouble
    }
    const malformed = recorded?.diagnostics ?? []
    const month = recorded?.month
    const expensive = month && monthDiagnostic(month, after.month)
    const prefix = after.gateway.headerPrefix
    if (format === 'terraform' && running !== undefined) {
      terminal.writeStdout(JSON.stringify(flatDiff(diff, running, after)))
      return DIFF_EXIT.same
    }
    if (format === 'json') {
      const { configs, others } = recorded ?? {}
      const forecast = month && { ...month, ...(after.month && { budget: after.month.dollars }) }
      const json = {
        ...diff,
        ...(running && {
          live: { release: running.selection.release, digest: running.digest },
          ...(after.digest === undefined ? {} : { digest: after.digest }),
        }),
        ...(tests && { tests: { ...tests, diagnostics: toJsonDiagnostics(tests.diagnostics) } }),
        ...(recorded && {
          recorded: {
            ...{ configs, others },
            ...(forecast && { month: forecast }),
            diagnostics: toJsonDiagnostics(malformed),
          },
        }),
      }
      terminal.writeStdout(JSON.stringify(json, null, 2))
    } else if (format === 'pretty' || format === 'markdown') {
      const title = diff.level === undefined ? 'equivalent' : `differences: ${diff.level}`
      const sections = [
        ...(tests === undefined ? [] : [testsSection(tests)]),
        ...(month === undefined ? [] : [monthSection(month, after.month)]),
        ...diffSections(diff, prefix),
        ...(recorded === undefined ? [] : [replaySection(recorded)]),
      ]
      if (format === 'markdown')
        terminal.writeStdout(
          renderComment({
            ...{ title, diff, prefix, tests, errors: after.errors ?? [], sections },
            remarks: month === undefined ? [] : monthSection(month, after.month).sentences,
          }),
        )
      else writeText(terminal, renderPretty(title, sections, terminal))
      if (malformed.length > 0)
        printDiagnostics(malformed, diff.configs.length, 'one-line', onStderr(terminal))
    } else if (isFormat(format)) {
      const sourceOf = (id: string | undefined): Source =>
        (id === undefined ? undefined : (after.sources.get(id) ?? before.sources.get(id))) ?? after.manifest
      const differences = diffDiagnostics(diff, { prefix, sourceOf, least })
      printDiagnostics(
        [...(tests?.diagnostics ?? []), ...(expensive ? [expensive] : []), ...differences, ...malformed],
        diff.configs.length,
        format,
        terminal,
      )
    }
    const fails =
      (tests !== undefined && hasFailed(tests)) || (expensive !== undefined && least !== undefined)
    return fails ? DIFF_EXIT.different : exitCode(diff, least)
  },
}

/** Options without effect unless a store is read. */
const OF_STORES = ['store', 'gateway'] as const

const NOT_REPLACED = ['live', 'plan'] as const

/** What is not decided counts as a difference. */
const exitCode = ({ level }: ProjectDiff, least: Level | undefined): number =>
  level !== undefined && least !== undefined && isAtLeast(level, least) ? DIFF_EXIT.different : DIFF_EXIT.same

/** Writes a plan of the promotion; returns a sentence if it cannot be written. */
function writePlan(
  path: string,
  { project, label, digest, selection }: LiveSide,
  after: LoadedSide,
  { folder }: Pick<Terminal, 'folder'>,
): string | undefined {
  if (after.digest === undefined)
    return 'A plan is of one whole project: name its folder, or a plan that was compiled of it.'
  const plan = { project, label, reviewed: after.digest, live: digest, canary: canaryOf(selection) }
  return writeAtomic(resolve(folder, path), formatPromotionPlan(plan))
}

/** Flat, because the data source `external` of Terraform takes one object of strings. */
const flatDiff = (
  { level, configs }: ProjectDiff,
  live: LiveSide,
  after: LoadedSide,
): Readonly<Record<string, string>> => ({
  differs: String(level !== undefined),
  level: level ?? '',
  configs: configs
    .filter(each => each.kind !== 'compared' || each.diff.level !== undefined)
    .map(({ id }) => id)
    .join(','),
  live_release: String(live.selection.release),
  live_digest: live.digest,
  digest: after.digest ?? '',
  ...(after.tests && { failing_tests: String(after.tests.failed), tests: formatTests(after.tests) }),
})
