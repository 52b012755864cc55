/**
 * How a value is written out. `dateTime` is America/New_York `MM/DD/YYYY, hh:mm A` (D-53), `date` the day alone,
 * `yesNo` follows JavaScript truthiness (D-54), `flag` is Yes, No or, unanswered, nothing. `code` is an identifier in
 * fixed width, `status` a toned pill, `words` a constant in plain words (`SOMEWHAT_IMPORTANT` → 'Somewhat important').
 * `money` is a decimal in dollars with two places and no float arithmetic (D-94), `incomeBand` a `{min, max}` (D-79),
 * `country` a code of three letters or digits by name (D-82), `gender` M or F in words (D-81), `achReason` the reason
 * of a bank relationship (account review, section 8), `masked` what the gateway has shortened. `decimal` is a decimal
 * with the column's `places` and no float arithmetic (D-142), `link` an address, linked where it is http or https alone
 * (D-164), `localDateTime` a long date and time in the browser's own zone, named (D-186).
 */
export type Format =
  | 'text'
  | 'code'
  | 'number'
  | 'dateTime'
  | 'date'
  | 'yesNo'
  | 'flag'
  | 'status'
  | 'words'
  | 'money'
  | 'incomeBand'
  | 'country'
  | 'gender'
  | 'achReason'
  | 'masked'
  | 'decimal'
  | 'link'
  | 'localDateTime'
