// Azure AI Language, PII detection. One text per request: the order of returned documents is not documented, and a
// text must not replace a different one.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

export const azurePii: Check<CheckParameters['azure.pii']> = linkDefinition({
  service: 'Azure AI Language',
  address: '{customHost}/language/:analyze-text?api-version={apiVersion}',
  credentials: [{ parameter: 'apiKey', header: 'ocp-apim-subscription-key' }],
  body: {
    kind: 'PiiEntityRecognition',
    parameters: {
      modelVersion: '{{parameters.modelVersion}}',
      domain: '{{parameters.domain}}',
      piiCategories: '{{parameters.piiCategories}}',
      loggingOptOut: true,
    },
    analysisInput: { documents: [{ id: '1', language: '{{parameters.language}}', text: '{{text}}' }] },
  },
  chunking: { by: 'text', maxCharacters: 5120, maxRequests: 25 },
  response: {
    required: ['results.documents[*].redactedText'],
    flags: [
      {
        each: 'results.documents[*].entities[*]',
        name: 'category',
        failsWhen: { present: true },
        optional: true,
        message: 'Azure AI Language found personal information',
        fixedByRewrite: true,
      },
    ],
    errors: ['results.errors'],
    rewrite: { each: 'results.documents[*].redactedText', when: 'redact' },
  },
})
