// lakera.guard, promptfoo.guard, promptfoo.pii, promptfoo.harm, zscaler.aiGuard: a verdict, and what led to it.
import { describePartner } from './partner-properties.ts'

const REPLY = {
  side: 'reply',
  texts: ['an answer'],
  request: { messages: [{ role: 'user', content: 'a question' }] },
} as const
const BEARER = ['authorization', 'Bearer key of apiKey']

describePartner({
  id: 'lakera.guard',
  parameters: {},
  calls: [
    {
      title: 'without a key where none is needed',
      parameters: { apiEndpoint: 'http://127.0.0.1:81' },
      subject: { texts: ['one', 'two'] },
      sends: {
        url: 'http://127.0.0.1:81/v2/guard',
        headers: [],
        body: { messages: [{ role: 'user', content: 'one\ntwo' }], breakdown: true },
      },
    },
    {
      title: 'about a reply, for a project',
      parameters: { apiKey: '${env:KEY}', projectID: 'project-1' },
      subject: REPLY,
      sends: {
        url: 'https://api.lakera.ai/v2/guard',
        headers: BEARER,
        body: {
          messages: [{ role: 'assistant', content: 'an answer' }],
          project_id: 'project-1',
          breakdown: true,
        },
      },
    },
  ],
  clean: { flagged: false, metadata: { request_uuid: 'abcd5678' } },
  readings: [
    {
      title: 'what is flagged fails, by the detectors',
      json: {
        flagged: true,
        breakdown: [
          { detector_type: 'prompt_attack', detected: true },
          { detector_type: 'pii/email', detected: false },
        ],
      },
      finds: {
        passed: false,
        reason: 'Lakera Guard flagged the text: prompt_attack.',
        facts: { found: ['prompt_attack'] },
      },
    },
    {
      title: 'what is flagged fails without them',
      json: { flagged: true },
      finds: { passed: false, reason: 'Lakera Guard flagged the text.' },
    },
  ],
  maxLength: 400_000,
})

for (const [id, path, says] of [
  ['promptfoo.guard', 'guard', 'an attack on the model: jailbreak.'],
  ['promptfoo.harm', 'harm', 'harmful content: jailbreak.'],
  ['promptfoo.pii', 'pii', 'personal information: jailbreak.'],
] as const)
  describePartner({
    id,
    parameters: {},
    calls: [
      {
        title: 'about all texts as one',
        subject: { texts: ['one', 'two'] },
        sends: { url: `https://api.promptfoo.dev/v1/${path}`, headers: [], body: { input: 'one\ntwo' } },
      },
    ],
    clean: { results: [{ categories: { pii: false }, category_scores: { pii: 0 }, flagged: false }] },
    readings: [
      {
        title: 'what is flagged fails, by its categories, and what was found is not repeated',
        json: {
          results: [
            {
              categories: { jailbreak: true, prompt_injection: false },
              flagged: true,
              payload: { pii: [{ entity_type: 'EMAIL', start: 0, end: 3, pii: 'a secret' }] },
            },
          ],
        },
        finds: {
          passed: false,
          reason: `Promptfoo found ${says}`,
          facts: { found: ['jailbreak'], ...(path === 'pii' ? { entities: 'EMAIL' } : {}) },
        },
      },
    ],
    maxLength: 400_000,
  })

const DETECT = 'https://api.us1.zseclipse.net/v1/detection/execute-policy'
const BLOCKS = 'The Zscaler AI Guard policy blocked the text'

describePartner({
  id: 'zscaler.aiGuard',
  parameters: { apiKey: '${env:KEY}', policyId: 760 },
  calls: [
    {
      title: 'about a request',
      subject: { texts: ['one'] },
      sends: { url: DETECT, headers: BEARER, body: { policyId: 760, direction: 'IN', content: 'one' } },
    },
    {
      title: 'about a reply, in another cloud, by a policy as text',
      parameters: { cloud: 'eu1', policyId: '760' },
      subject: REPLY,
      sends: {
        url: DETECT.replace('us1', 'eu1'),
        headers: BEARER,
        body: { policyId: '760', direction: 'OUT', content: 'an answer' },
      },
    },
  ],
  clean: { action: 'ALLOW', detectorResponses: { toxicity: { action: 'ALLOW' } } },
  readings: [
    {
      title: 'what is blocked fails, by the detectors',
      json: {
        action: 'BLOCK',
        severity: 'CRITICAL',
        detectorResponses: { pii: { action: 'BLOCK' }, toxicity: { action: null } },
      },
      finds: {
        passed: false,
        reason: `${BLOCKS}: pii.`,
        facts: { action: 'BLOCK', severity: 'CRITICAL', found: ['pii'] },
      },
    },
    { title: 'what is only detected passes', json: { action: 'DETECT' }, finds: { passed: true } },
    {
      title: 'an action that is not known errs',
      json: { action: 'WAIT' },
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 400_000,
})
