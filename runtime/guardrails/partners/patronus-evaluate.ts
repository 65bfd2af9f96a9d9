// Patronus: one evaluator, by name. A reply is sent with the last turn of the request, which is the prompt and, when
// a client includes documents, the context to evaluate the answer against.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import { linkDescribed } from '../described/link-described.ts'

const ABOUT = {
  evaluators: [
    {
      evaluator: '{{parameters.evaluator}}',
      criteria: '{{parameters.criteria}}',
      explain_strategy: 'never',
    },
  ],
  capture: '{{parameters.capture}}',
  project_name: '{{parameters.projectName}}',
}

export const patronusEvaluate: Check<CheckParameters['patronus.evaluate']> = linkDescribed({
  service: 'Patronus',
  address: '{apiEndpoint}/v1/evaluate',
  credentials: [{ parameter: 'apiKey', header: 'x-api-key' }],
  body: { ...ABOUT, task_input: '{{text}}' },
  replyBody: {
    ...ABOUT,
    task_input: '{{requestText}}',
    task_context: ['{{requestText}}'],
    task_output: '{{text}}',
  },
  pieces: { by: 'whole', characters: 50_000, requests: 4 },
  reading: {
    flags: [
      {
        each: 'results[*]',
        value: 'evaluation_result.pass',
        name: 'evaluator_id',
        fails: { is: [false], passes: [true] },
        says: 'A Patronus evaluator failed the text',
      },
    ],
    facts: { score: 'results[*].evaluation_result.score_raw', criteria: 'results[*].criteria' },
  },
})
