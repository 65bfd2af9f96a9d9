// Interprets responses in the vendor's moderation format: verdicts by category, or scores against a threshold.
import type { Reading } from '../described/description.ts'

/** For checks with the parameters `categories` and `threshold`. */
export const moderation = (service: string): Reading => ({
  flags: [
    {
      each: 'results[*].categories.*',
      name: 'key',
      among: 'categories',
      complete: true,
      unless: 'threshold',
      fails: { is: [true], passes: [false, null] },
      says: `${service} found unwanted content`,
    },
    {
      each: 'results[*].category_scores.*',
      name: 'key',
      among: 'categories',
      complete: true,
      fails: { order: '>=', bound: { parameter: 'threshold' } },
      says: `${service} found unwanted content`,
    },
  ],
})
