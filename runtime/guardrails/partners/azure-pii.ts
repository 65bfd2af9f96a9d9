// Azure AI Language, PII detection. One text per request: the order of returned documents is not documented, and a
// text must not replace a different one.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

export const azurePii: Check<CheckParameters['azure.pii']> = linkDescribed({
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
  pieces: { by: 'text', characters: 5120, requests: 25 },
  reading: {
    needs: ['results.documents[*].redactedText'],
    flags: [
      {
        each: 'results.documents[*].entities[*]',
        name: 'category',
        fails: { present: true },
        optional: true,
        says: 'Azure AI Language found personal information',
        healed: true,
      },
    ],
    faults: ['results.errors'],
    rewritten: { each: 'results.documents[*].redactedText', when: 'redact' },
  },
})
