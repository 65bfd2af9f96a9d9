// Partner services on a real socket: path, credential and body of each, and its replies to a text with a zebra and one
// without.
import type { CheckId } from '../../schemas/generated/checks.ts'

export const KEY = 'partner-key-1234'
export const FORBIDDEN = 'zebra'

export interface PartnerService {
  readonly id: CheckId
  /** Written into a config along with the URL of the service. */
  readonly parameters: object
  readonly path: string
  /** Absent: it needs none. */
  readonly credential?: readonly [header: string, value: string | RegExp]
  /** The body for one text of a request. */
  readonly body: (text: string) => object
  readonly answers: (found: boolean) => object
}

const SECRET = '${env:PARTNER_KEY}'
const BEARER = ['authorization', `Bearer ${KEY}`] as const
const azure = { resourceName: 'mine', apiKey: SECRET }
const AZURE_KEY = ['ocp-apim-subscription-key', KEY] as const
const results = (found: boolean, category: string) => ({
  results: [
    { flagged: found, categories: { [category]: found }, category_scores: { [category]: found ? 1 : 0 } },
  ],
})
const promptfoo = (name: 'guard' | 'pii' | 'harm', category: string): PartnerService => ({
  id: `promptfoo.${name}`,
  parameters: {},
  path: `/v1/${name}`,
  body: input => ({ input }),
  answers: found => results(found, category),
})

export const PARTNERS: readonly PartnerService[] = [
  {
    id: 'azure.contentSafety',
    parameters: azure,
    path: '/contentsafety/text:analyze?api-version=2024-09-01',
    credential: AZURE_KEY,
    body: text => ({ text }),
    answers: found => ({ categoriesAnalysis: [{ category: 'Hate', severity: found ? 4 : 0 }] }),
  },
  {
    id: 'azure.pii',
    parameters: azure,
    path: '/language/:analyze-text?api-version=2024-11-01',
    credential: AZURE_KEY,
    body: text => ({
      kind: 'PiiEntityRecognition',
      parameters: { modelVersion: 'latest', domain: 'none', loggingOptOut: true },
      analysisInput: { documents: [{ id: '1', text }] },
    }),
    answers: found => ({
      results: {
        documents: [{ id: '1', redactedText: 'a *****', entities: found ? [{ category: 'Person' }] : [] }],
        errors: [],
      },
    }),
  },
  {
    id: 'azure.shieldPrompt',
    parameters: azure,
    path: '/contentsafety/text:shieldPrompt?api-version=2024-09-01',
    credential: AZURE_KEY,
    body: userPrompt => ({ userPrompt }),
    answers: found => ({ userPromptAnalysis: { attackDetected: found } }),
  },
  {
    id: 'bedrock.guard',
    parameters: {
      guardrailId: 'abc123',
      guardrailVersion: '1',
      awsRegion: 'eu-central-1',
      awsAccessKeyId: '${env:KEY_ID}',
      awsSecretAccessKey: SECRET,
    },
    path: '/guardrail/abc123/version/1/apply',
    credential: [
      'authorization',
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/,
    ],
    body: text => ({ source: 'INPUT', content: [{ text: { text } }] }),
    answers: found => ({ action: found ? 'GUARDRAIL_INTERVENED' : 'NONE', outputs: [], assessments: [] }),
  },
  {
    id: 'mistral.moderateContent',
    parameters: { apiKey: SECRET },
    path: '/v1/moderations',
    credential: BEARER,
    body: text => ({ model: 'mistral-moderation-latest', input: [text] }),
    answers: found => results(found, 'sexual'),
  },
  {
    id: 'presidio.analyze',
    parameters: { apiKey: SECRET },
    path: '/analyze',
    credential: BEARER,
    body: text => ({ text, language: 'en', score_threshold: 0.5 }),
    answers: found => (found ? [{ entity_type: 'PERSON', start: 0, end: 1, score: 0.85 }] : []),
  },
  {
    id: 'lakera.guard',
    parameters: { apiKey: SECRET, projectID: 'project-1' },
    path: '/v2/guard',
    credential: BEARER,
    body: content => ({
      messages: [{ role: 'user', content }],
      project_id: 'project-1',
      breakdown: true,
    }),
    answers: flagged => ({ flagged, breakdown: [{ detector_type: 'prompt_attack', detected: flagged }] }),
  },
  {
    id: 'panw-prisma-airs.intercept',
    parameters: { apiKey: SECRET, profileName: 'strict' },
    path: '/v1/scan/sync/request',
    credential: ['x-pan-token', KEY],
    body: prompt => ({
      tr_id: '0af7651916cd43dd8448eb211c80319c',
      ai_profile: { profile_name: 'strict' },
      metadata: { ai_model: 'gpt-4o' },
      contents: [{ prompt }],
    }),
    answers: found => ({
      category: found ? 'malicious' : 'benign',
      action: found ? 'block' : 'allow',
      prompt_detected: { injection: found },
    }),
  },
  {
    id: 'pangea.textGuard',
    parameters: { apiKey: SECRET, recipe: 'pangea_prompt_guard' },
    path: '/v1/text/guard',
    credential: BEARER,
    body: text => ({ text, recipe: 'pangea_prompt_guard' }),
    answers: blocked => ({ status: 'Success', result: { blocked, recipe: 'pangea_prompt_guard' } }),
  },
  {
    id: 'pangea.pii',
    parameters: { apiKey: SECRET },
    path: '/v1/redact',
    credential: BEARER,
    body: text => ({ text, return_result: false }),
    answers: found => ({ status: 'Success', result: { count: found ? 1 : 0 } }),
  },
  {
    id: 'patronus.evaluate',
    parameters: { apiKey: SECRET, evaluator: 'toxicity' },
    path: '/v1/evaluate',
    credential: ['x-api-key', KEY],
    body: text => ({
      evaluators: [{ evaluator: 'toxicity', explain_strategy: 'never' }],
      capture: 'none',
      task_input: text,
    }),
    answers: found => ({
      results: [{ evaluator_id: 'toxicity', status: 'success', evaluation_result: { pass: !found } }],
    }),
  },
  {
    id: 'aporia.validateProject',
    parameters: { apiKey: SECRET, projectID: 'project-1' },
    path: '/project-1/validate',
    credential: ['x-aporia-api-key', KEY],
    body: content => ({
      messages: [{ role: 'user', content }],
      validation_target: 'prompt',
      explain: false,
    }),
    answers: found => ({ action: found ? 'block' : 'passthrough', revised_response: 'no' }),
  },
  promptfoo('guard', 'jailbreak'),
  promptfoo('pii', 'pii'),
  promptfoo('harm', 'hate'),
  {
    id: 'zscaler.aiGuard',
    parameters: { apiKey: SECRET, policyId: 760 },
    path: '/v1/detection/execute-policy',
    credential: BEARER,
    body: content => ({ policyId: 760, direction: 'IN', content }),
    answers: found => ({ action: found ? 'BLOCK' : 'ALLOW', detectorResponses: {} }),
  },
]
