// Interprets responses in the vendor's moderation format: verdicts by category, or scores against a threshold.
import type { ResponseMapping } from '../declarative/definition.ts'

/** For checks with the parameters `categories` and `threshold`. */
export const moderationResponse = (service: string): ResponseMapping => ({
  flags: [
    {
      each: 'results[*].categories.*',
      name: 'key',
      amongParameter: 'categories',
      mustBeComplete: true,
      unless: 'threshold',
      failsWhen: { is: [true], passes: [false, null] },
      message: `${service} found unwanted content`,
    },
    {
      each: 'results[*].category_scores.*',
      name: 'key',
      amongParameter: 'categories',
      mustBeComplete: true,
      failsWhen: { order: '>=', bound: { parameter: 'threshold' } },
      message: `${service} found unwanted content`,
    },
  ],
})
