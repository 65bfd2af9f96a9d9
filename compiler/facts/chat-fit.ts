// What a target takes of chats, as a value: the runtime's adapters and the families of models compute it, analyses compare it.

/** What happens to one chat on the way to a model. */
export interface RequestFit {
  /** Parameters without effect. */
  readonly leftOut: readonly string[]
  /** Parameters that are sent otherwise than they were requested. */
  readonly changed: readonly string[]
  /** The effort that is sent instead of the one requested. */
  readonly becomes?: string
  /** Why the chat is refused before it is sent: a sentence. */
  readonly refused?: string
}

/** What happens to a chat that uses one feature. */
export interface FeatureFit extends RequestFit {
  /** Such as `reasoning effort`; with its value the same for all targets. */
  readonly feature: string
  readonly value?: string
}

/** A target whose model the config forces. */
export interface ChatFit {
  /**
   * `none`: the name belongs to no family, so only what the provider's API lacks is known; `adapted`: the provider fits
   * requests to its models itself.
   */
  readonly family: 'known' | 'none' | 'adapted'
  /** What the overrides of the config come to in every chat. */
  readonly overrides: RequestFit
  /** Features whose parameters the config does not set itself, in one order for all targets. */
  readonly features: readonly FeatureFit[]
  /** Signatures of thinking, by who signs: those in replies of the target, and those of a history that are sent to it. */
  readonly signatures: { readonly written: readonly string[]; readonly sent: readonly string[] }
}
