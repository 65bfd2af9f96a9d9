// Patronus: one evaluator, by name. A reply is sent with the last turn of the request, which is the prompt and, when
// a client includes documents, the context to evaluate the answer against.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import type { Check } from '../../check.ts'
import { linkDefinition } from '../declarative/link-definition.ts'

const COMMON_FIELDS = {
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

export const patronusEvaluate: Check<CheckParameters['patronus.evaluate']> = linkDefinition({
  service: 'Patronus',
  address: '{apiEndpoint}/v1/evaluate',
  credentials: [{ parameter: 'apiKey', header: 'x-api-key' }],
  body: { ...COMMON_FIELDS, task_input: '{{text}}' },
  replyBody: {
    ...COMMON_FIELDS,
    task_input: '{{requestText}}',
    task_context: ['{{requestText}}'],
    task_output: '{{text}}',
  },
  chunking: { by: 'whole', maxCharacters: 50_000, maxRequests: 4 },
  response: {
    flags: [
      {
        each: 'results[*]',
        value: 'evaluation_result.pass',
        name: 'evaluator_id',
        failsWhen: { is: [false], passes: [true] },
        message: 'A Patronus evaluator failed the text',
      },
    ],
    facts: { score: 'results[*].evaluation_result.score_raw', criteria: 'results[*].criteria' },
  },
})
