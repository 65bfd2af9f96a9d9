// azure.contentSafety, azure.pii, azure.shieldPrompt
import { describePartner } from './partner-properties.ts'

const OWN = { resourceName: 'mine', apiKey: '${env:KEY}' }
const KEY = ['ocp-apim-subscription-key', 'key of apiKey']
const subject = { texts: ['one', 'two'] }

describePartner({
  id: 'azure.contentSafety',
  parameters: OWN,
  calls: [
    {
      title: 'the resource about all texts as one',
      subject,
      sends: {
        url: 'https://mine.cognitiveservices.azure.com/contentsafety/text:analyze?api-version=2024-09-01',
        headers: KEY,
        body: { text: 'one\ntwo' },
      },
    },
    {
      title: 'another host, of another version, for some categories and blocklists',
      parameters: {
        customHost: 'http://127.0.0.1:81/proxy/',
        apiVersion: '2023-10-01',
        categories: ['Hate'],
        blocklistNames: ['words'],
      },
      subject,
      sends: {
        url: 'http://127.0.0.1:81/proxy/contentsafety/text:analyze?api-version=2023-10-01',
        headers: KEY,
        body: { text: 'one\ntwo', categories: ['Hate'], blocklistNames: ['words'] },
      },
    },
  ],
  clean: {
    blocklistsMatch: [],
    categoriesAnalysis: [
      { category: 'Hate', severity: 0 },
      { category: 'Violence', severity: 0 },
    ],
  },
  readings: [
    {
      title: 'a severity at the threshold fails, by its category',
      json: {
        categoriesAnalysis: [
          { category: 'Hate', severity: 2 },
          { category: 'Sexual', severity: 0 },
        ],
      },
      finds: {
        passed: false,
        reason: 'Azure AI Content Safety found unwanted content: Hate.',
        facts: { severity: [2, 0], found: ['Hate'] },
      },
    },
    {
      title: 'one below a threshold of its own passes',
      parameters: { severity: 4 },
      json: { categoriesAnalysis: [{ category: 'Hate', severity: 2 }] },
      finds: { passed: true, facts: { severity: 2 } },
    },
    {
      title: 'a category that was not asked for does not count',
      parameters: { categories: ['Violence'] },
      json: {
        categoriesAnalysis: [
          { category: 'Hate', severity: 6 },
          { category: 'Violence', severity: 0 },
        ],
      },
      finds: { passed: true },
    },
    {
      title: 'an entry of a blocklist fails, and is not repeated',
      parameters: { blocklistNames: ['words'] },
      json: {
        blocklistsMatch: [
          { blocklistName: 'words', blocklistItemId: '1', blocklistItemText: 'a secret word' },
        ],
        categoriesAnalysis: [{ category: 'Hate', severity: 0 }],
      },
      finds: {
        passed: false,
        reason: 'Azure AI Content Safety matched a blocklist: words.',
        facts: { severity: 0, found: ['words'] },
      },
    },
  ],
  maxLength: 100_000,
})

const found = {
  kind: 'PiiEntityRecognitionResults',
  results: {
    documents: [
      {
        id: '1',
        redactedText: 'Call ************',
        entities: [
          { text: '312-555-1234', category: 'PhoneNumber', offset: 5, length: 12, confidenceScore: 0.8 },
        ],
        warnings: [],
      },
    ],
    errors: [],
    modelVersion: '2021-01-15',
  },
}

describePartner({
  id: 'azure.pii',
  parameters: OWN,
  calls: [
    {
      title: 'about one text',
      subject: { texts: ['one'] },
      sends: {
        url: 'https://mine.cognitiveservices.azure.com/language/:analyze-text?api-version=2024-11-01',
        headers: KEY,
        body: {
          kind: 'PiiEntityRecognition',
          parameters: { modelVersion: 'latest', domain: 'none', loggingOptOut: true },
          analysisInput: { documents: [{ id: '1', text: 'one' }] },
        },
      },
    },
    {
      title: 'for health, some categories and a language',
      parameters: { domain: 'phi', piiCategories: ['Person'], language: 'de', modelVersion: '2021-01-15' },
      subject: { texts: ['one'] },
      sends: {
        url: 'https://mine.cognitiveservices.azure.com/language/:analyze-text?api-version=2024-11-01',
        headers: KEY,
        body: {
          kind: 'PiiEntityRecognition',
          parameters: {
            modelVersion: '2021-01-15',
            domain: 'phi',
            piiCategories: ['Person'],
            loggingOptOut: true,
          },
          analysisInput: { documents: [{ id: '1', language: 'de', text: 'one' }] },
        },
      },
    },
  ],
  clean: { results: { documents: [{ id: '1', redactedText: 'fine', entities: [] }], errors: [] } },
  readings: [
    {
      title: 'what was found fails by its kinds, which alone are told',
      json: found,
      finds: {
        passed: false,
        reason: 'Azure AI Language found personal information: PhoneNumber.',
        facts: { found: ['PhoneNumber'] },
      },
    },
    {
      title: 'what was found is redacted where it shall be, and passes then',
      parameters: { redact: true },
      json: found,
      finds: { passed: true, texts: ['Call ************'], facts: { found: ['PhoneNumber'] } },
    },
    {
      title: 'a document that could not be judged errs',
      json: { results: { documents: [], errors: [{ id: '1', error: { code: 'InvalidArgument' } }] } },
      finds: { passed: false, error: true },
    },
    {
      title: 'other documents than were sent are not written back',
      parameters: { redact: true },
      json: {
        results: {
          documents: [
            { redactedText: 'a', entities: [] },
            { redactedText: 'b', entities: [] },
          ],
          errors: [],
        },
      },
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 25 * 5120,
})

const shield =
  'https://mine.cognitiveservices.azure.com/contentsafety/text:shieldPrompt?api-version=2024-09-01'
const analysis = (prompt: boolean, ...documents: readonly boolean[]) => ({
  userPromptAnalysis: { attackDetected: prompt },
  documentsAnalysis: documents.map(attackDetected => ({ attackDetected })),
})

describePartner({
  id: 'azure.shieldPrompt',
  parameters: OWN,
  calls: [
    {
      title: 'about a prompt',
      subject,
      sends: { url: shield, headers: KEY, body: { userPrompt: 'one\ntwo' } },
    },
    {
      title: 'about a document as well',
      parameters: { documents: true },
      subject: { texts: ['one'] },
      // The clean answer holds no document and errs, which is another matter.
      sends: { url: shield, headers: KEY, body: { userPrompt: 'one', documents: ['one'] } },
    },
  ],
  clean: analysis(false),
  readings: [
    {
      title: 'an attack in the prompt fails',
      json: analysis(true),
      finds: { passed: false, reason: 'Azure Prompt Shields found an attack in the prompt.' },
    },
    {
      title: 'an attack in the document fails',
      parameters: { documents: true },
      json: analysis(false, true),
      finds: { passed: false, reason: 'Azure Prompt Shields found an attack in a document.' },
    },
    {
      title: 'a document that was not looked at errs',
      parameters: { documents: true },
      json: analysis(false),
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 100_000,
})
