// Requests of Gemini clients at Vertex AI: the methods whose bodies are the same at both, below the project.
import type { AdapterContext } from '../../../values/adapter.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { GeminiRequest } from '../../../values/gemini-path.ts'
import { isClaude } from './claude.ts'
import { isMistral } from './mistral.ts'
import { isOpenModel } from './open-model.ts'
import { withPublisher } from './publisher.ts'
import { vertexModelPath } from './vertex-endpoint.ts'

const METHODS: ReadonlySet<string> = new Set(['generateContent', 'streamGenerateContent', 'countTokens'])

export function geminiClientPath(
  { model, method = '' }: GeminiRequest,
  settings: AdapterContext['settings'],
): string | Failure {
  const name = withPublisher(model ?? '')
  if (name === '' || !METHODS.has(method))
    return failure(
      'unsupported_endpoint',
      `Vertex AI serves ${[...METHODS].join(', ')} of Gemini's API to Gemini clients; other routes differ there.`,
    )
  if (isClaude(name) || isMistral(name) || isOpenModel(name))
    return failure(
      'unsupported_endpoint',
      'Vertex AI serves this model in the API of its publisher only: a Gemini client reaches the models of Google.',
      { param: 'model' },
    )
  const endpoint = vertexModelPath('google', { model: name, settings })
  return isFailure(endpoint) ? endpoint : `${endpoint.path}:${method}`
}
