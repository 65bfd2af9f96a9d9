// How much a change matters: from what does not change any traffic to what changes who sees data and secrets.
export const LEVELS = ['cosmetic', 'routing', 'cost', 'security'] as const
export type Level = (typeof LEVELS)[number]

export const isAtLeast = (level: Level, least: Level): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(least)

export const highestLevel = (levels: readonly Level[]): Level | undefined =>
  LEVELS.findLast(level => levels.includes(level))
