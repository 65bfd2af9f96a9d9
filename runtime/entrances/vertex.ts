// Claude at Vertex AI as an entrance: the body of a message without its model, which is in the path, and Google's errors.
// https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude
import { convertGoogleError } from '../inbound/convert-error.ts'
import { decodeComponent } from '../values/query-string.ts'
import { entranceError } from '../wire/error-kind.ts'
import { toMessage } from './bedrock.ts'
import { type ClientForm, type Entrance, SIGNED } from './entrance.ts'

const PATH =
  /^(?:\/v1|\/v1beta1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/anthropic\/models\/(.+):(rawPredict|streamRawPredict)$/s

/** Takes the place of a model in the path. */
const COUNTER = 'count-tokens'

/** Streams and whole replies are those of Messages. */
const FORM: ClientForm = {
  reply: reply => convertGoogleError(reply, entranceError(reply, 'gemini')),
  ending: () => undefined,
}

/** `path`: below the host or the prefix of the entrance. Undefined for other models and other paths. */
export function vertexEntrance(path: string): Entrance | undefined {
  const [, written, method] = PATH.exec(path) ?? []
  if (written === undefined) return undefined
  const isCount = written === COUNTER
  const model = isCount ? undefined : decodeComponent(written)
  const isStreamed = method === 'streamRawPredict'
  return {
    path: isCount ? '/messages/count_tokens' : '/messages',
    providers: ['vertex'],
    ...SIGNED,
    model,
    // A stream may be requested in the body too.
    request: (body, { headers }) => toMessage(body, model, isStreamed ? true : undefined, headers),
    form: FORM,
  }
}
