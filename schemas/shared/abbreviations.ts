/** Words of the services' constants that keep their capitals: `SSN_CARD` reads 'SSN card'. */
export const abbreviations = ['ACH', 'CDD', 'CIP', 'ID', 'IRA', 'IRS', 'ITIN', 'RIA', 'SSA', 'SSN', 'W2'] as const
