/**
 * A failure of the store that has a plain explanation: the message is written for the operator, names the remedy where
 * there is one, and holds no secret. Everything else the store throws is a defect or a failing disk or server.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
