/** The HTTP status of each way in which a change can end. */
export const outcomeCodes = { done: 200, refused: 400, unknown: 404, conflict: 409 } as const
