// The rows of api/failures.json.

/** Whose fault a failure is, and what they can do. */
export interface FailureAdvice {
  readonly fault: 'caller' | 'operator' | 'provider' | 'gateway'
  readonly description: string
  readonly action: string
}

export interface FailureEntry extends FailureAdvice {
  readonly code: string
  readonly status: number
  /** The `type` of the vendor-style error body. */
  readonly type: string
}

export interface ProviderErrorEntry extends FailureAdvice {
  /** Statuses and ranges, separated by commas. */
  readonly statuses: string
}
