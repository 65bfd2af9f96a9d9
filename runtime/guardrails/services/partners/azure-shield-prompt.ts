// Prompt Shields of Azure AI Content Safety. The service checks prompts for attacks by their author, and documents
// for embedded attacks; a text assembled from both can be sent as both.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import type { CheckDefinition } from '../declarative/definition.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

type Parameters = CheckParameters['azure.shieldPrompt']

const promptDefinition: CheckDefinition = {
  service: 'Azure Prompt Shields',
  address: '{customHost}/contentsafety/text:shieldPrompt?api-version={apiVersion}',
  credentials: [{ parameter: 'apiKey', header: 'ocp-apim-subscription-key' }],
  body: { userPrompt: '{{text}}' },
  chunking: { by: 'whole', maxCharacters: 10_000, maxRequests: 10 },
  response: {
    flags: [
      {
        each: 'userPromptAnalysis.attackDetected',
        failsWhen: { is: [true], passes: [false] },
        message: 'Azure Prompt Shields found an attack in the prompt',
      },
      {
        each: 'documentsAnalysis[*].attackDetected',
        when: 'documents',
        failsWhen: { is: [true], passes: [false] },
        message: 'Azure Prompt Shields found an attack in a document',
      },
    ],
  },
}

const promptCheck = linkDefinition<Parameters>(promptDefinition)
const documentCheck = linkDefinition<Parameters>({
  ...promptDefinition,
  body: { userPrompt: '{{text}}', documents: ['{{text}}'] },
})

export const azureShieldPrompt: Check<Parameters> = {
  link: (parameters, context) =>
    (parameters.documents ? documentCheck : promptCheck).link(parameters, context),
}
