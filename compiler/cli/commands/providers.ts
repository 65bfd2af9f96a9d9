// `portolan providers`: lists the catalog, or shows one provider in detail.

import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { knownModels } from '../../facts/known-models.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { formatProviderList, formatProviderPage } from '../format-providers.ts'
import { fitText } from '../layout/fit-text.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'

export const providersCommand: Command = {
  usage: '[NAME] [--format pretty|json]',
  help: `Lists the providers in the catalog, or shows one by its identifier or alias: its base URL, credentials, routes, parameters
and models with their context and prices.

  --format json   print the providers as JSON`,
  words: () => ({ '': catalogue.map(({ id }) => id), format: ['pretty', 'json'] }),
  options: { format: { type: 'string', default: 'pretty' } },
  run: async ([name, ...others], { format }, terminal) => {
    if (!isListFormat(format)) return usageError(terminal, LIST_FORMAT_USAGE, 'providers')
    if (others.length > 0) return usageError(terminal, 'Name only one provider.', 'providers')
    const json = format === 'json'
    if (name === undefined) {
      terminal.writeStdout(
        json
          ? JSON.stringify(catalogue, null, 2)
          : fitText(formatProviderList(catalogue, terminal.paint), terminal.width),
      )
      return EXIT.clean
    }
    const catalog = cliCatalog()
    const row = catalog.provider(name)
    if (row === undefined) {
      const near = didYouMean(suggest(name, catalog.providerNames))
      return usageError(terminal, `Unknown provider ${quoteName(name)}.${near}`, 'providers')
    }
    const models = knownModels(row)
    terminal.writeStdout(
      json
        ? JSON.stringify({ ...row, models }, null, 2)
        : fitText(formatProviderPage(row, models, terminal.paint), terminal.width),
    )
    return EXIT.clean
  },
}
