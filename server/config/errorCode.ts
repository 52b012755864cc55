/** The code of an error of Node.js, such as ENOENT; 'error' where it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error'
