// The port of saved prompts. In memory and synchronous: a prompt is read and compiled before the calls that use it.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Failure } from '../values/failures.ts'
import type { RenderMessages } from './compile-messages.ts'

/** What a caller may put beside the variables. */
export type PromptFreedom = 'messages' | 'model' | 'tools'

/** A version of a prompt, compiled. */
export interface LinkedPrompt {
  readonly id: string
  /** `id@version`, for the reply and the log. */
  readonly name: string
  /** The messages for the variables of a call, with the defaults of the prompt. */
  readonly render: RenderMessages
  /** The fields of a chat besides its messages. */
  readonly parameters: JsonObject
  /** The provider, `@slug` for a stored one, or the saved config that serves it; undefined where the caller names one. */
  readonly provider: string | undefined
  readonly config: string | undefined
  readonly allow: ReadonlySet<PromptFreedom>
}

export interface PromptSource {
  /** `version`: what follows `@`, undefined for the published version. */
  /** `mayList`: whether a failure may name the prompts that there are. */
  readonly find: (
    id: string,
    version: string | undefined,
    workspace: string,
    mayList: boolean,
  ) => LinkedPrompt | Failure
}
