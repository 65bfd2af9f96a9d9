// `portolan providers`: lists the catalog, or shows one provider in detail.
import { knownModels } from '../../../runtime/providers/known-models.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { quoted } from '../../diagnostics/words.ts'
import { cliCatalog } from '../catalogue.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { providerList } from '../provider-list.ts'
import { providerPage } from '../provider-page.ts'
import { FORMAT_WORDS, isFormat } from '../report.ts'

export const providers: Command = {
  name: 'providers',
  summary: 'list the providers, or show one in detail',
  usage: '[NAME] [--format pretty|json]',
  help: `Lists the providers in the catalog, or shows one by its identifier or alias: its base URL, credentials, routes, parameters
and models with their context and prices.

  --format json   print the providers as JSON`,
  options: { format: { type: 'string', default: 'pretty' } },
  run: async ([name, ...others], { format }, terminal) => {
    if (!isFormat(format)) return misuse(terminal, FORMAT_WORDS, 'providers')
    if (others.length > 0) return misuse(terminal, 'Name only one provider.', 'providers')
    const json = format === 'json'
    if (name === undefined) {
      terminal.out(json ? JSON.stringify(catalogue, null, 2) : providerList(catalogue, terminal.paint))
      return EXIT.clean
    }
    const catalog = cliCatalog()
    const row = catalog.provider(name)
    if (row === undefined) {
      const near = didYouMean(suggest(name, catalog.providerNames))
      return misuse(terminal, `Unknown provider ${quoted(name)}.${near}`, 'providers')
    }
    const models = knownModels(row)
    terminal.out(
      json ? JSON.stringify({ ...row, models }, null, 2) : providerPage(row, models, terminal.paint),
    )
    return EXIT.clean
  },
}
