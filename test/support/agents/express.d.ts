// What the tests use of express, which has no types of its own.
declare module 'express' {
  import type { RequestListener } from 'node:http'

  export type RequestHandler = (request: never, response: never, next: () => void) => void
  interface Express extends RequestListener {
    use: (...handlers: readonly (string | RequestHandler)[]) => void
  }
  const express: () => Express
  export default express
}
