const reasons: Readonly<Record<string, string>> = {
  SSN_TAX_ID_MISMATCH: 'The SSN or tax id does not match',
  ACCOUNT_TITLE_MISMATCH: 'The title of the account does not match',
  DOCUMENTATION_NEEDED: 'Documents are needed',
  ACCOUNT_FLAT: 'The account holds nothing',
  INVALID_ACCOUNT_NUMBER: 'The account number is not valid',
  DUPLICATE: 'The same transfer has been asked for before',
  ACCOUNT_IN_DISTRIBUTION_OR_TRANSFER: 'The account is already being transferred or paid out',
  CLIENT_RESCINDED: 'The client took the request back',
  MISSING_AUTHORIZATION_SIGNATURE: 'The signature that authorizes it is missing',
  ACCOUNT_VIOLATES_CREDIT_POLICY_OF_RECEIVING_FIRM: "The account is against the receiving firm's credit policy",
}

/** The reject code of a transfer in words, beside the code itself; other notes stay as they are. */
export const rejectReason = (notes: string): string => {
  const known = Object.hasOwn(reasons, notes) ? reasons[notes] : undefined
  return known === undefined ? notes : `${known} (${notes})`
}
