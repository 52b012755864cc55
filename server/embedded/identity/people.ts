/** Someone the embedded identity provider knows. */
export interface Person {
  /** The identity provider's name for the person. */
  readonly subject: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordExpired?: boolean
}

/** The password of everyone, for a machine of one's own; a real environment signs in through its own provider. */
export const EMBEDDED_PASSWORD = 'countersign'
