// Names of service tiers in replies.
/** Names that a reply has for what is charged at the standard price. */
const STANDARD: ReadonlySet<string> = new Set(['standard', 'default', 'auto', 'on_demand', 'standard_only'])

/** Whether a reply names a tier with prices of its own. */
export const isStandardTier = (name: string): boolean => STANDARD.has(name)
