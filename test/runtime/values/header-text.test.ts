// Texts in headers, as Node gives them.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerText, misreadText } from '../../../runtime/values/headers.ts'

describe('The text of a header', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['{"team":"\\u00e9t\\u00e9"}', '{"team":"\\u00e9t\\u00e9"}'],
    ['\xc3\xa9t\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac', 'été 日本'],
    ['\xef\xbb\xbf{}', '\ufeff{}'],
    ['\xe9t\xe9', 'été'],
    ['\xc3\xa9 and \xe9', '\xc3\xa9 and \xe9'],
    ['日本 and \xc3\xa9', '日本 and \xc3\xa9'],
  ])('%j is %j', (given, text) => {
    expect(headerText(given)).toBe(text)
  })

  it('is what was sent as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(headerText(misreadText(text))).toBe(text)
      }),
    )
  })
})
