// Text content types. A missing content type may be text as well.

const TEXTUAL = /^(text\/|application\/(x-www-form-urlencoded|xml|yaml|x-yaml|x-subrip|graphql)|[^;]*\+xml)/

export const isTextContentType = (contentType: string | undefined): boolean =>
  contentType === undefined || TEXTUAL.test(contentType.trim().toLowerCase())
