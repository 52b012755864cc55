/** A person of the embedded identity provider. */
export interface Person {
  /** The person's id at the identity provider. */
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordExpired?: boolean
}

/** The password of every person. A real environment has its own identity provider. */
export const EMBEDDED_PASSWORD = 'countersign'
