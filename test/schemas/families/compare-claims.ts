// Compares what a family says of a model with what an independent catalogue says. Every difference is listed with its reason,
// and a difference that no longer exists has to leave the list.
import { describe, expect, test } from 'vitest'

export interface Difference<Claims> {
  readonly claim: keyof Claims & string
  readonly models: RegExp
  readonly reason: string
}

/** A claim of the catalogue that is undefined says nothing. */
export function compareClaims<Claims extends object>(
  model: string,
  theirs: { readonly [C in keyof Claims]: Claims[C] | undefined },
  own: Claims,
  differences: readonly Difference<Claims>[],
): void {
  describe(model, () => {
    test.each(Object.keys(own) as (keyof Claims & string)[])('%s', claim => {
      if (theirs[claim] === undefined) return
      const listed = differences.some(each => each.claim === claim && each.models.test(model))
      if (listed)
        expect(own[claim], 'the difference is gone: remove it from the list').not.toEqual(theirs[claim])
      else expect(own[claim]).toEqual(theirs[claim])
    })
  })
}
