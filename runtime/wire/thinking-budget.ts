// A budget for thinking in tokens → the effort that it amounts to.

/** Largest budgets, in tokens, of the efforts low and medium (see ../inbound/README.md). */
const MAX_LOW_BUDGET = 4096
const MAX_MEDIUM_BUDGET = 16_384

export const effortOfBudget = (tokens: number): string =>
  tokens <= MAX_LOW_BUDGET ? 'low' : tokens <= MAX_MEDIUM_BUDGET ? 'medium' : 'high'
