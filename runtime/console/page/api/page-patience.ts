// How long the page waits for a reply of the gateway.

/** Milliseconds after which a request without a reply counts as lost: more than the gateway waits for any of its stores. */
export const PAGE_PATIENCE = 40_000
