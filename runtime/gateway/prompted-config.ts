// Requests whose config names a prompt (semantics, section 19): the messages of the prompt precede those of the request, which
// brings the variables. Only reached where a config has `prompt_id`.
import type { LinkContext } from '../link/link-context.ts'
import { composePromptedChat } from '../prompts/compose-chat.ts'
import type { PromptSource } from '../prompts/prompt-source.ts'
import type { Body } from '../values/body/body.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { AdmittedRequest } from './admit-request.ts'
import { type PromptedRequest, withTarget } from './prompt-routes.ts'
import type { ResolvedConfig } from './resolve-config.ts'

export type ApplyConfigPrompt = (
  admitted: AdmittedRequest,
  config: Pick<ResolvedConfig, 'name' | 'source'>,
  id: string,
  body: Body,
) => PromptedRequest | Failure

/** The request with the chat of the prompt; it names its config, since the model may now name a provider. */
export const linkConfigPrompts =
  (prompts: PromptSource, { gateway: { headerPrefix } }: Pick<LinkContext, 'gateway'>): ApplyConfigPrompt =>
  (admitted, { name, source }, id, body) => {
    const { endpoint, head, requestOptions, caller } = admitted
    if (endpoint !== 'chat/completions' || head.method !== 'POST')
      return failure(
        'unsupported_endpoint',
        `The config "${name}" renders the prompt "${id}", so it only serves POST /chat/completions.`,
        { param: `${headerPrefix}config` },
      )
    const prompt = prompts.find(id, undefined, caller.workspace)
    if (isFailure(prompt)) return prompt
    const given = body.json()
    if (isFailure(given)) return given
    const chat = composePromptedChat(prompt, given)
    if (isFailure(chat)) return chat
    const target = source.fromRequest ? { provider: prompt.provider, config: undefined } : NO_TARGET
    const unnamed = { ...requestOptions, options: { ...requestOptions.options, config: undefined } }
    const { options } = withTarget(unnamed, target, chat)
    return {
      use: { id: prompt.id, name: prompt.name },
      chat,
      admitted: { ...admitted, requestOptions: { ...requestOptions, options: { ...options, config: name } } },
    }
  }

const NO_TARGET = { provider: undefined, config: undefined }
