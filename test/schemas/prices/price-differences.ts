// Why the two lists of real-models.tsv differ.
export const DIFFERENCES: { readonly [name: string]: string } = {
  premium:
    'A profile of a region, and a name without one, cost 10 % more than the global profile since Claude 4.5; their list has the global price.',
  global: 'Their list has the price of regions for the global profile, which costs less.',
  region: 'Their list has a price for each class of regions, ours one for all but the global one.',
  cache:
    'Only the cache differs: their list has the input price where none is published, or a discount that has changed since; ours names what has no price.',
  image: 'Their list has the price of image tokens as that of the output, ours has both apart.',
  'unknown-there': 'Their list has no price and writes 0.',
  alias:
    'A moving alias: their list has the model that it named at another time. Names with a date are equal in both.',
  'other-model': 'Their list has the price of another model of that name: the 32k variant, the successor.',
  cut: 'Their list has the price before the cut of 2026-08-21.',
  newer:
    'The name is served by a newer model, whose price ours has; their list has that of the model before it.',
  govcloud: 'GovCloud has prices of its own, which their list has not.',
  older: 'Their list has the price before a change.',
  'one-of-two': 'Neither list names a source that could be read; ours is kept.',
}
