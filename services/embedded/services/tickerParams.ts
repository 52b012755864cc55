/** The path parameter of every call about one ticker. */
export const tickerParams = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
} as const

/** The answer about a ticker that is not there, or no longer. */
export const missingTicker = { message: 'Ticker not found' } as const
