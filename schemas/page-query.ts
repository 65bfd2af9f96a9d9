// The parameters of routes that reply with pages.
import type { Schema } from './schema.ts'

export const PAGE_QUERY: Readonly<Record<string, Schema>> = {
  page_size: {
    type: 'integer',
    minimum: 0,
    description: 'The number of items on a page, at most 1000; 0 gives the total alone.',
    default: 100,
  },
  current_page: { type: 'integer', minimum: 0, description: 'The page, counted from 0.', default: 0 },
}
