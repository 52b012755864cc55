/** What a trade line can hold, in the words of the services: the back office calls it its vehicle (section 3). */
export const VEHICLES = ['EQUITY', 'ETF', 'MUTUAL_FUND', 'TREASURY', 'CRYPTO', 'CASH'] as const
