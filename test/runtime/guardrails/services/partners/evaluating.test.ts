// aporia.validateProject, patronus.evaluate: partners that evaluate a reply together with its prompt.
import { describePartner } from './partner-properties.ts'

const REPLY = {
  side: 'reply',
  texts: ['an answer'],
  request: { messages: [{ role: 'user', content: 'a question' }] },
} as const

const VALIDATE = 'https://gr-prd.aporia.com/project-1/validate'
const APORIA_KEY = ['x-aporia-api-key', 'key of apiKey']
const FAILS = 'The Aporia policies rejected the text'

describePartner({
  id: 'aporia.validateProject',
  parameters: { apiKey: '${env:KEY}', projectID: 'project-1' },
  calls: [
    {
      title: 'about a prompt',
      subject: { texts: ['one'] },
      sends: {
        url: VALIDATE,
        headers: APORIA_KEY,
        body: { messages: [{ role: 'user', content: 'one' }], validation_target: 'prompt', explain: false },
      },
    },
    {
      title: 'about a response, with the question',
      subject: REPLY,
      sends: {
        url: VALIDATE,
        headers: APORIA_KEY,
        body: {
          messages: [{ role: 'user', content: 'a question' }],
          validation_target: 'response',
          response: 'an answer',
          explain: false,
        },
      },
    },
    {
      title: 'whatever the project is called',
      parameters: { projectID: '../other?' },
      subject: { texts: ['one'] },
      sends: {
        url: 'https://gr-prd.aporia.com/..%2Fother%3F/validate',
        headers: APORIA_KEY,
        body: { messages: [{ role: 'user', content: 'one' }], validation_target: 'prompt', explain: false },
      },
    },
  ],
  clean: { action: 'passthrough', revised_response: 'fine' },
  readings: ['block', 'modify', 'rephrase'].map(action => ({
    title: `"${action}" fails, and what it would have instead is not used`,
    json: { action, revised_response: 'something else' },
    finds: { passed: false, reason: `${FAILS}: ${action}.` },
  })),
  maxLength: 200_000,
})

const EVALUATE = 'https://api.patronus.ai/v1/evaluate'
const PATRONUS_KEY = ['x-api-key', 'key of apiKey']
const evaluated = (pass: unknown, status = 'success') => ({
  results: [
    {
      evaluator_id: 'lynx-small',
      criteria: 'patronus:hallucination',
      status,
      evaluation_result: pass === undefined ? null : { pass, score_raw: 0.25, explanation: 'because' },
    },
  ],
})

describePartner({
  id: 'patronus.evaluate',
  parameters: { apiKey: '${env:KEY}', evaluator: 'lynx' },
  calls: [
    {
      title: 'about an input',
      subject: { texts: ['one'] },
      sends: {
        url: EVALUATE,
        headers: PATRONUS_KEY,
        body: {
          evaluators: [{ evaluator: 'lynx', explain_strategy: 'never' }],
          capture: 'none',
          task_input: 'one',
        },
      },
    },
    {
      title: 'about an output, with the question as its context',
      parameters: { criteria: 'patronus:hallucination', capture: 'all', projectName: 'p' },
      subject: REPLY,
      sends: {
        url: EVALUATE,
        headers: PATRONUS_KEY,
        body: {
          evaluators: [{ evaluator: 'lynx', criteria: 'patronus:hallucination', explain_strategy: 'never' }],
          capture: 'all',
          project_name: 'p',
          task_input: 'a question',
          task_context: ['a question'],
          task_output: 'an answer',
        },
      },
    },
  ],
  clean: evaluated(true),
  readings: [
    {
      title: 'what an evaluator does not pass fails, with its score',
      json: evaluated(false),
      finds: {
        passed: false,
        reason: 'A Patronus evaluator failed the text: lynx-small.',
        facts: { score: 0.25, criteria: 'patronus:hallucination', found: ['lynx-small'] },
      },
    },
    {
      title: 'an evaluation that failed errs',
      json: evaluated(undefined, 'error'),
      finds: { passed: false, error: true },
    },
    { title: 'one without a verdict errs', json: evaluated(null), finds: { passed: false, error: true } },
  ],
  maxLength: 200_000,
})
