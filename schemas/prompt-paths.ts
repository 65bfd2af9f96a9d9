// The calls of saved prompts in the OpenAPI document: they are inference, so no file of `control/` has them.
import type { Schema } from './schema.ts'

const BODY: Schema = {
  type: 'object',
  description: 'The variables, and parameters of chats that replace those of the prompt.',
  properties: {
    variables: { type: 'object', description: 'The values of the variables by name.' },
    stream: { type: 'boolean', default: false, description: 'Whether the reply is a stream.' },
  },
  required: ['variables'],
  additionalProperties: true,
}

const ACTIONS: Readonly<Record<string, readonly [operation: string, summary: string, reply: Schema]>> = {
  completions: [
    'completePrompt',
    'Runs a saved prompt as a chat.',
    {
      type: 'object',
      properties: {
        status: { const: 'success' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: { $ref: '#/components/schemas/ChatCompletion' },
      },
      required: ['status', 'headers', 'body'],
    },
  ],
  render: [
    'renderPrompt',
    'Renders a saved prompt without calling a model.',
    {
      type: 'object',
      properties: {
        success: { const: true },
        data: { type: 'object', description: 'The body of a chat.' },
      },
      required: ['success', 'data'],
    },
  ],
}

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })

/** `error` is the content of failures. */
export const promptPaths = (error: Schema): Schema =>
  Object.fromEntries(
    Object.entries(ACTIONS).map(([action, [operationId, summary, reply]]) => [
      `/prompts/{promptId}/${action}`,
      {
        post: {
          operationId,
          tags: ['Inference'],
          summary,
          parameters: [
            {
              name: 'promptId',
              in: 'path',
              required: true,
              description:
                'A prompt, by its slug or identifier, with @ and a version, a label or latest after it.',
              schema: { type: 'string' },
            },
          ],
          requestBody: { required: true, content: json(BODY) },
          responses: {
            '200': {
              description:
                action === 'completions' ? 'The completion, or a stream of events.' : 'The rendered prompt.',
              content: {
                ...json(reply),
                ...(action === 'completions' && { 'text/event-stream': { schema: { type: 'string' } } }),
              },
            },
            default: { description: 'A failure.', content: error },
          },
        },
      },
    ]),
  )
