// Reranking at Azure: Cohere's models in Cohere's schema. A model has its plain name there, without the `cohere.` prefix.
import type { AdapterContext, EndpointAdapter } from '../../values/adapter.ts'
import { isFailure } from '../../values/failures.ts'
import { cohereRerank } from '../rerank/cohere-rerank.ts'
import { isHosted } from './path.ts'
import { firstSetting } from './read-settings.ts'
import { selectDeployment } from './select-deployment.ts'

export const azureRerank: EndpointAdapter = {
  request: (body, context) => {
    const selected = isHosted(context.settings) ? undefined : selectDeployment(context)
    if (selected !== undefined && isFailure(selected)) return selected
    return cohereRerank.request(body, { ...context, model: modelOf(context, selected?.deployment) })
  },
  reply: cohereRerank.reply,
  basePath: path => path.replace(/\/(openai|models)$/, ''),
}

const modelOf = ({ model, settings }: AdapterContext, deployment: string | undefined): string =>
  (deployment ?? firstSetting(settings, ['cloud2_model_name']) ?? model).replace(/^cohere\./i, '')
