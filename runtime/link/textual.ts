// Kinds of content that people read. What says nothing of itself may be text as well.

const TEXTUAL = /^(text\/|application\/(x-www-form-urlencoded|xml|yaml|x-yaml|x-subrip|graphql)|[^;]*\+xml)/

export const isTextual = (contentType: string | undefined): boolean =>
  contentType === undefined || TEXTUAL.test(contentType.trim().toLowerCase())
