/** Regions with their share of the traffic. */
export const regions = [
  { name: 'eu', share: 5 },
  { name: 'us', share: 3 },
  { name: 'asia', share: 2 },
] as const
