// `portolan checks`: lists the checks of guardrails, including those of the project of this folder, or shows one in detail.

import { join } from 'node:path'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Catalog, CheckFacts } from '../../facts/catalog.ts'
import { withCustomChecks } from '../../facts/create-catalog.ts'
import { checkId } from '../../lower/check.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { loadProject } from '../files/load-project.ts'
import { manifestsIn, projectAbove } from '../files/project-files.ts'
import { formatCheckList, formatCheckPage } from '../format-checks.ts'
import { chooseFormat, chooseFormatUsage, FORMAT_OPTION, findingsHelp } from '../formats/formats.ts'
import { fitText } from '../layout/fit-text.ts'
import { printDiagnostics, printFindings } from '../print-diagnostics.ts'
import type { Terminal } from '../terminal.ts'

const FORMS = ['pretty', 'json']

export const checksCommand: Command = {
  usage: `[ID] ${FORMAT_OPTION}`,
  help: `Lists the checks for guardrails, including the custom checks of the project in this folder, or shows one with its parameters.
A name without a dot is a built-in check: wordCount means default.wordCount.

  --format F   pretty (default), or json: the checks;
${findingsHelp(13, FORMS)},
               those of the custom checks`,
  words: () => ({ '': cliCatalog().checkNames }),
  options: { format: { type: 'string', default: 'pretty' } },
  run: async ([name, ...others], { format }, terminal) => {
    const chosen = chooseFormat(format, FORMS)
    if (chosen === undefined) return usageError(terminal, chooseFormatUsage(FORMS), 'checks')
    if (others.length > 0) return usageError(terminal, 'Name only one check.', 'checks')
    const { catalog, diagnostics } = await loadCatalog(terminal)
    const findings = { diagnostics, configs: 0 }
    if (chosen.form === undefined) return printFindings(findings, chosen.findings, terminal)
    // The list goes to standard output, also where a check could not be loaded.
    if (diagnostics.length > 0)
      printDiagnostics(diagnostics, 0, 'pretty', { ...terminal, writeStdout: terminal.writeStderr })
    const code = diagnostics.length > 0 ? EXIT.findings : EXIT.clean
    const json = format === 'json'
    if (name === undefined) {
      const all = catalog.checkNames.flatMap(id => catalog.check(id) ?? [])
      terminal.writeStdout(
        json
          ? JSON.stringify(all.map(withoutValidate), null, 2)
          : fitText(formatCheckList(all, terminal.paint), terminal.width),
      )
      return code
    }
    const facts = catalog.check(checkId(name))
    if (facts === undefined) {
      const near = didYouMean(suggest(name, catalog.checkNames))
      return usageError(terminal, `Unknown check ${quoteName(name)}.${near}`, 'checks')
    }
    terminal.writeStdout(
      json
        ? JSON.stringify(withoutValidate(facts), null, 2)
        : fitText(formatCheckPage(facts, terminal.paint), terminal.width),
    )
    return code
  },
}

/** The catalog with the custom checks of the project that contains the working folder, and what is wrong with them. */
async function loadCatalog({
  folder,
}: Terminal): Promise<{ readonly catalog: Catalog; readonly diagnostics: readonly Diagnostic[] }> {
  const root = projectAbove(join(folder, 'gateway'))
  if (root === undefined) return { catalog: cliCatalog(), diagnostics: [] }
  const group = { root, manifests: manifestsIn(root), configs: [] }
  const { checks: customChecks, diagnostics } = await loadProject(group, folder)
  // A check that could not be loaded has only a name.
  const loaded = customChecks.filter(({ module }) => Object.keys(module?.files ?? {}).length > 0)
  return { catalog: withCustomChecks(cliCatalog(), loaded), diagnostics }
}

/** The facts without the validator function. */
const withoutValidate = ({ validate: _, ...facts }: CheckFacts): Omit<CheckFacts, 'validate'> => facts
