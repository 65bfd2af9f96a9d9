// The parameters in the query of a route, with those of pages and of filters where it has them.
import type { Schema } from './schema.ts'
import { type ControlRoute, readFilterQuery } from './sources.ts'

const PAGE_QUERY: Readonly<Record<string, Schema>> = {
  page_size: {
    type: 'integer',
    minimum: 0,
    description: 'The number of items on a page: more than 1000 are 1000, and 0 gives the total alone.',
    default: 100,
  },
  current_page: { type: 'integer', minimum: 0, description: 'The page, counted from 0.', default: 0 },
}

export const routeQuery = ({
  query = {},
  paged,
  filtered,
}: ControlRoute): Readonly<Record<string, Schema>> => ({
  ...(filtered === true && readFilterQuery()),
  ...query,
  ...(paged === true && PAGE_QUERY),
})
