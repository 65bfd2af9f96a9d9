// Azure AI Content Safety, text:analyze: a severity per category, and matched blocklist entries. The limit of 10,000
// code points is applied to code units, of which there are never fewer.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

export const azureContentSafety: Check<CheckParameters['azure.contentSafety']> = linkDescribed({
  service: 'Azure AI Content Safety',
  address: '{customHost}/contentsafety/text:analyze?api-version={apiVersion}',
  credentials: [{ parameter: 'apiKey', header: 'ocp-apim-subscription-key' }],
  body: {
    text: '{{text}}',
    categories: '{{parameters.categories}}',
    blocklistNames: '{{parameters.blocklistNames}}',
  },
  pieces: { by: 'whole', characters: 10_000, requests: 10 },
  reading: {
    flags: [
      {
        each: 'categoriesAnalysis[*]',
        value: 'severity',
        name: 'category',
        among: 'categories',
        fails: { order: '>=', bound: { parameter: 'severity' } },
        says: 'Azure AI Content Safety found unwanted content',
      },
      {
        each: 'blocklistsMatch[*]',
        name: 'blocklistName',
        fails: { present: true },
        optional: true,
        says: 'Azure AI Content Safety matched a blocklist',
      },
    ],
    facts: { severity: 'categoriesAnalysis[*].severity' },
  },
})
