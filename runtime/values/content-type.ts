// What a content type says of a body: JSON, or other text. A missing content type may be text as well.

export const isJsonContentType = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().includes('json') === true

const TEXTUAL = /^(text\/|application\/(x-www-form-urlencoded|xml|yaml|x-yaml|x-subrip|graphql)|[^;]*\+xml)/

export const isTextContentType = (contentType: string | undefined): boolean =>
  contentType === undefined || TEXTUAL.test(contentType.trim().toLowerCase())
