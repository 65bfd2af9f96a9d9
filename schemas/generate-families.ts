// families/, schema-languages/ and providers/ → generated/families.ts: what models accept, by family and by host.
import { BANNER, constant } from './generate-facts.ts'
import { readFamilies, readProviderSpecs, readSchemaLanguages } from './sources.ts'

/** The text of generated/families.ts. */
export function generateFamilies(): string {
  const hosts = readProviderSpecs().flatMap(({ id, lacks, schemaLanguage, template }) =>
    [lacks, schemaLanguage, template].every(fact => fact === undefined)
      ? []
      : [[id, { lacks, schemaLanguage, template }]],
  )
  return [
    `${BANNER}import type { ModelFamily, ProviderSpec, SchemaLanguage } from './types.ts'\n`,
    constant(
      'families',
      'What the models of each family accept, sorted by identifier.',
      readFamilies(),
      ': readonly ModelFamily[]',
    ),
    constant(
      'hosts',
      'What holds for every model of a provider, by the identifier of the provider.',
      Object.fromEntries(hosts),
      ": { readonly [provider: string]: Pick<ProviderSpec, 'lacks' | 'schemaLanguage' | 'template'> }",
    ),
    constant(
      'schemaLanguages',
      'JSON Schema as far as models accept it, sorted by identifier.',
      readSchemaLanguages(),
      ': readonly SchemaLanguage[]',
    ),
  ].join('\n')
}
