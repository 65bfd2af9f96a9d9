// Prompt Shields of Azure AI Content Safety. The service checks prompts for attacks by their author, and documents
// for embedded attacks; a text assembled from both can be sent as both.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import type { DescribedRequest } from '../described/description.ts'
import { linkDescribed } from '../described/link-described.ts'

type Parameters = CheckParameters['azure.shieldPrompt']

const asPrompt: DescribedRequest = {
  service: 'Azure Prompt Shields',
  address: '{customHost}/contentsafety/text:shieldPrompt?api-version={apiVersion}',
  credentials: [{ parameter: 'apiKey', header: 'ocp-apim-subscription-key' }],
  body: { userPrompt: '{{text}}' },
  pieces: { by: 'whole', characters: 10_000, requests: 10 },
  reading: {
    flags: [
      {
        each: 'userPromptAnalysis.attackDetected',
        fails: { is: [true], passes: [false] },
        says: 'Azure Prompt Shields found an attack in the prompt',
      },
      {
        each: 'documentsAnalysis[*].attackDetected',
        when: 'documents',
        fails: { is: [true], passes: [false] },
        says: 'Azure Prompt Shields found an attack in a document',
      },
    ],
  },
}

const prompt = linkDescribed<Parameters>(asPrompt)
const both = linkDescribed<Parameters>({
  ...asPrompt,
  body: { userPrompt: '{{text}}', documents: ['{{text}}'] },
})

export const azureShieldPrompt: Check<Parameters> = {
  link: (parameters, context) => (parameters.documents ? both : prompt).link(parameters, context),
}
