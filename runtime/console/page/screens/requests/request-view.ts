// Addresses of requests, and the order in which the keys walk through them.
import { signal } from '@preact/signals'
import { address, hrefOf, type QueryChange } from '../../address.ts'

/** The identifiers of the list that is shown, in its order. */
export const listed = signal<readonly string[]>([])

/** The address of a request, with the view that it is opened from. */
export const requestHref = (id: string, query: QueryChange = address.value.query): string =>
  hrefOf(['requests', id], { ...query, tab: undefined })

export const listHref = (): string => hrefOf(['requests'], { ...address.value.query, tab: undefined })

/** The requests of a week with one value, such as those of a trace. */
export const filteredHref = (name: string, value: string): string =>
  hrefOf(['requests'], { period: '7d', [name]: value })
