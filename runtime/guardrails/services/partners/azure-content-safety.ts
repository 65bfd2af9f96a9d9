// Azure AI Content Safety, text:analyze: a severity per category, and matched blocklist entries. The limit of 10,000
// code points is applied to code units, of which there are never fewer.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

export const azureContentSafety: Check<CheckParameters['azure.contentSafety']> = linkDefinition({
  service: 'Azure AI Content Safety',
  address: '{customHost}/contentsafety/text:analyze?api-version={apiVersion}',
  credentials: [{ parameter: 'apiKey', header: 'ocp-apim-subscription-key' }],
  body: {
    text: '{{text}}',
    categories: '{{parameters.categories}}',
    blocklistNames: '{{parameters.blocklistNames}}',
  },
  chunking: { by: 'whole', maxCharacters: 10_000, maxRequests: 10 },
  response: {
    flags: [
      {
        each: 'categoriesAnalysis[*]',
        value: 'severity',
        name: 'category',
        amongParameter: 'categories',
        failsWhen: { order: '>=', bound: { parameter: 'severity' } },
        message: 'Azure AI Content Safety found unwanted content',
      },
      {
        each: 'blocklistsMatch[*]',
        name: 'blocklistName',
        failsWhen: { present: true },
        optional: true,
        message: 'Azure AI Content Safety matched a blocklist',
      },
    ],
    facts: { severity: 'categoriesAnalysis[*].severity' },
  },
})
