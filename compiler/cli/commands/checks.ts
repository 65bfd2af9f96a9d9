// `portolan checks`: lists the checks of guardrails, including those of the project of this folder, or shows one in detail.
import { join } from 'node:path'
import type { Catalog, CheckFacts } from '../../catalog.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { checkId } from '../../lower/guard-check.ts'
import { withOwnChecks } from '../../own-checks.ts'
import { cliCatalog } from '../catalogue.ts'
import { checkList } from '../check-list.ts'
import { checkPage } from '../check-page.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { loadProject } from '../files/load-project.ts'
import { manifestsIn, projectAbove } from '../files/project-files.ts'
import { FORMAT_WORDS, isFormat, report } from '../report.ts'
import type { Terminal } from '../terminal.ts'

export const checks: Command = {
  name: 'checks',
  summary: 'list the checks of guardrails, or show one in detail',
  usage: '[ID] [--format pretty|json]',
  help: `Lists the checks for guardrails, including the custom checks of the project in this folder, or shows one with its parameters.
A name without a dot is a built-in check: wordCount means default.wordCount.

  --format json   print the checks as JSON`,
  options: { format: { type: 'string', default: 'pretty' } },
  run: async ([name, ...others], { format }, terminal) => {
    if (!isFormat(format)) return misuse(terminal, FORMAT_WORDS, 'checks')
    if (others.length > 0) return misuse(terminal, 'Name only one check.', 'checks')
    const { catalog, code } = await catalogHere(terminal)
    const json = format === 'json'
    if (name === undefined) {
      const all = catalog.checkNames.flatMap(id => catalog.check(id) ?? [])
      terminal.out(json ? JSON.stringify(all.map(plain), null, 2) : checkList(all, terminal.paint))
      return code
    }
    const facts = catalog.check(checkId(name))
    if (facts === undefined) {
      const near = didYouMean(suggest(name, catalog.checkNames))
      return misuse(terminal, `Unknown check ${quoted(name)}.${near}`, 'checks')
    }
    terminal.out(json ? JSON.stringify(plain(facts), null, 2) : checkPage(facts, terminal.paint))
    return code
  },
}

/** The catalog with the custom checks of the project that contains the working folder; their errors are printed. */
async function catalogHere(
  terminal: Terminal,
): Promise<{ readonly catalog: Catalog; readonly code: number }> {
  const root = projectAbove(join(terminal.folder, 'gateway'))
  if (root === undefined) return { catalog: cliCatalog(), code: EXIT.clean }
  const group = { root, manifests: manifestsIn(root), configs: [] }
  const { checks: own, diagnostics } = await loadProject(group, terminal.folder)
  if (diagnostics.length > 0) report(diagnostics, 0, 'pretty', { ...terminal, out: terminal.tell })
  // A check that could not be loaded has only a name.
  const settled = own.filter(({ module }) => Object.keys(module?.files ?? {}).length > 0)
  return {
    catalog: withOwnChecks(cliCatalog(), settled),
    code: diagnostics.length > 0 ? EXIT.findings : EXIT.clean,
  }
}

/** The facts without the validator function. */
const plain = ({ validate: _, ...facts }: CheckFacts): Omit<CheckFacts, 'validate'> => facts
